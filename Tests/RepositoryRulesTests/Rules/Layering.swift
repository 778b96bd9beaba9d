private let layout = """
    module("Bytes", in: "Foundations"),
    module("World", in: "Foundations", on: ["Bytes"]),
    module("Money", in: "ApplePay", on: ["Bytes"]),
    module("Wallet", in: "Sandbox", on: ["Money"]),
    module("Orders", in: "Merchant", on: ["Money"]),
    tool("quince", path: "Sources/Tools/quince", on: ["Orders", "Wallet"]),
    """

extension RepositoryRule {
    static let dependenciesPointDown = RepositoryRule(
        "a module depends on lower layers, or on its own layer without cycles",
        caught: [
            Planting(
                "up",
                ["Package.swift": layout + #"module("JSON", in: "Foundations", on: ["Money"])"#]
            ),
            Planting(
                "across",
                ["Package.swift": layout + #"module("Cards", in: "Sandbox", on: ["Orders"])"#]
            ),
            Planting("unknown layer", ["Package.swift": #"module("Cards", in: "Attic")"#]),
            Planting(
                "a cycle",
                [
                    "Package.swift": """
                    module("A", in: "Merchant", on: ["B"]),
                    module("B", in: "Merchant", on: ["C"]),
                    module("C", in: "Merchant", on: ["A"]),
                    """
                ]
            ),
        ],
        allowed: [Planting("all dependencies point down", ["Package.swift": layout])]
    ) { tree in
        let layout = tree.layout
        return layout.modules.flatMap { module -> [Violation] in
            func violation(_ message: String) -> Violation {
                Violation(path: "Package.swift", line: module.line, message: message)
            }
            guard let height = PackageLayout.heights[module.layer] else {
                return [
                    violation("'\(module.layer)' is not a layer; add it to PackageLayout.heights")
                ]
            }
            let wrong = module.dependencies.compactMap { layout.module(named: $0) }
                .filter { $0.layer != module.layer }
                .filter { PackageLayout.heights[$0.layer, default: .max] >= height }
                .map {
                    violation(
                        "\(module.name) may not depend on \($0.name) in \($0.layer): move what both need into a lower module"
                    )
                }
            let circle = layout.reachesItself(module)
            return wrong
                + (circle
                    ? [
                        violation(
                            "\(module.name) depends on itself in a cycle: move what both ends need into a lower module"
                        )
                    ] : [])
        }
    }

    static let importsAreDeclared = RepositoryRule(
        "a module imports what Package.swift says it depends on",
        caught: [
            Planting(
                "an import that is not declared",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift": "internal import Wallet",
                ]
            ),
            Planting(
                "an import of one symbol",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift": "public import struct World.UnixTime",
                ]
            ),
            // A build folder has the modules of earlier commits, so that the compiler may find it.
            Planting(
                "an import of a module that is not there",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift": "internal import Attic",
                ]
            ),
        ],
        allowed: [
            Planting(
                "declared, the system's, or in a comment",
                [
                    "Package.swift": layout,
                    "Sources/Merchant/Orders/Order.swift":
                        "public import Money\ninternal import Glibc\n// import Wallet",
                ]
            )
        ]
    ) { tree in
        let layout = tree.layout
        return tree.sources.flatMap { file -> [Violation] in
            guard let module = layout.module(of: file) else { return [] }
            return file.imports
                .filter {
                    !module.dependencies.contains($0.module)
                        && !PackageLayout.systemModules.contains($0.module)
                }
                .map { imported, line in
                    Violation(
                        path: file.path,
                        line: line,
                        message: layout.declares(imported)
                            ? "\(module.name) does not declare \(imported): add it to the module's list in Package.swift, if the dependency points down"
                            : "\(imported) is no module of Package.swift: import what has taken its place"
                    )
                }
        }
    }

    static let dependenciesAreUsed = RepositoryRule(
        "a module imports every module that it depends on",
        caught: [
            Planting(
                "a dependency without an import",
                [
                    "Package.swift": layout,
                    "Sources/ApplePay/Money/Amount.swift": "struct Amount {\n}",
                ]
            )
        ],
        allowed: [
            Planting(
                "a used dependency, and an empty module",
                [
                    "Package.swift": layout,
                    "Sources/ApplePay/Money/Amount.swift": "internal import Bytes\nlet a = 1",
                    "Sources/Merchant/Orders/Placeholder.swift": "// Placeholder.",
                ]
            )
        ]
    ) { tree in
        let layout = tree.layout
        return layout.modules.flatMap { module -> [Violation] in
            let files = tree.sources.filter { layout.module(of: $0)?.name == module.name }
            guard files.contains(where: { $0.lines.count > 1 }) else { return [] }
            let imported = Set(files.flatMap { $0.imports.map(\.module) })
            return module.dependencies.filter { !imported.contains($0) }
                .map {
                    Violation(
                        path: "Package.swift",
                        line: module.line,
                        message:
                            "\(module.name) does not import \($0): remove it from the module's list"
                    )
                }
        }
    }

    static let everyFolderIsAModule = RepositoryRule(
        "each folder of Sources is a module that Package.swift names",
        caught: [
            Planting(
                "an unknown folder",
                ["Package.swift": layout, "Sources/Merchant/Attic/Order.swift": ""]
            ),
            Planting(
                "no module at all",
                ["Package.swift": layout, "Sources/Merchant/Order.swift": ""]
            ),
        ],
        allowed: [
            Planting(
                "a module with folders",
                ["Package.swift": layout, "Sources/Merchant/Orders/Web/Page.swift": ""]
            )
        ]
    ) { tree in
        let layout = tree.layout
        return tree.sources.filter { layout.module(of: $0) == nil }
            .map {
                Violation(
                    path: $0.path,
                    message: "is in no module: name its folder in Package.swift, or move the file"
                )
            }
    }
}

extension PackageLayout {
    /// Whether a module's dependencies lead back to it.
    func reachesItself(_ module: Module) -> Bool {
        var seen: Set<String> = []
        var waiting = module.dependencies
        while let next = waiting.popLast() {
            if next == module.name { return true }
            guard seen.insert(next).inserted else { continue }
            waiting += self.module(named: next)?.dependencies ?? []
        }
        return false
    }
}
