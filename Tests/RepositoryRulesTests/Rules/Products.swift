private let interface = """
    .library(name: "Orders", targets: ["Orders"]),
    module("Money", in: "ApplePay"), module("Orders", in: "Merchant", on: ["Money"]),
    """

/// Where a package that is not ours depends on each product.
private let users = "Tests/ProductUse/Package.swift"

extension RepositoryRule {
    static let productsAreComplete = RepositoryRule(
        "a product has the modules that the public interfaces of its modules name",
        caught: [
            Planting(
                "one module missing",
                [
                    "Package.swift": interface,
                    "Sources/Merchant/Orders/Order.swift": "public import Money",
                ]
            ),
            Planting(
                "one module missing in a sum",
                [
                    "Package.swift": """

                    let both = ["Orders"]
                    let package = Package(
                        products: [.library(name: "Orders", targets: [] + both)],
                        targets: [
                            module("Money", in: "ApplePay"),
                            module("Orders", in: "Merchant", on: ["Money"]),
                        ]
                    )
                    """,
                    "Sources/Merchant/Orders/Order.swift": "public import Money",
                ]
            ),
        ],
        allowed: [
            Planting(
                "a module that no interface names",
                [
                    "Package.swift": interface,
                    "Sources/Merchant/Orders/Order.swift": "internal import Money",
                ]
            ),
            Planting(
                "Apple's modules, which apps import by Apple's names",
                [
                    "Package.swift": """
                    .library(name: "UIKit", targets: ["UIKit"]), module("UIKit", in: "Frameworks")
                    module("Stubs", in: "Frameworks")
                    """,
                    "Sources/Frameworks/UIKit/View.swift": "public import Stubs",
                ]
            ),
        ]
    ) { tree in
        let layout = tree.layout
        var named: [String: Set<String>] = [:]
        for file in tree.sources {
            guard let module = layout.module(of: file), module.layer != "Frameworks" else {
                continue
            }
            for (name, line) in file.imports
            where file.codeLines[line - 1].hasPrefix("public") && layout.declares(name) {
                named[module.name, default: []].insert(name)
            }
        }
        return layout.products.flatMap { product in
            product.modules.flatMap { module in
                named[module, default: []].subtracting(product.modules).sorted()
                    .map {
                        Violation(
                            path: "Package.swift",
                            line: product.line,
                            message:
                                "the product \(product.name) lacks \($0), which \(module) names"
                        )
                    }
            }
        }
    }

    static let productsAreUsed = RepositoryRule(
        "each product is used by a package outside this one, with its own modules only",
        caught: [
            Planting("a product that nobody builds", ["Package.swift": interface]),
            Planting(
                "a module of another product",
                [
                    "Package.swift": interface, users: #"["Orders"]"#,
                    "Tests/ProductUse/Sources/OrdersUse/OrdersUse.swift": "import Money",
                ]
            ),
        ],
        allowed: [
            Planting(
                "a product with a user",
                [
                    "Package.swift": interface, users: #"["Orders"]"#,
                    "Tests/ProductUse/Sources/OrdersUse/OrdersUse.swift":
                        "import Foundation\nimport Orders",
                ]
            )
        ]
    ) { tree in
        let layout = tree.layout
        let manifest = tree[users]?.text ?? ""
        return layout.products.flatMap { product -> [Violation] in
            let folder = "Tests/ProductUse/Sources/\(product.name)Use/"
            let foreign = tree.swift.filter { $0.path.hasPrefix(folder) }
                .flatMap { file in
                    file.imports
                        .filter {
                            layout.declares($0.module) && !product.modules.contains($0.module)
                        }
                        .map { module, line in
                            Violation(
                                path: file.path,
                                line: line,
                                message: "the product \(product.name) does not export \(module)"
                            )
                        }
                }
            guard !manifest.contains("\"\(product.name)\"") else { return foreign }
            let unused = Violation(
                path: "Package.swift",
                line: product.line,
                message: "nothing uses the product \(product.name): name it in \(users)"
            )
            return foreign + [unused]
        }
    }
}
