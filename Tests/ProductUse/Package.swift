// swift-tools-version: 6.2
import PackageDescription

// A package that is not Quince's, with one target for each product: `./dev products` builds and runs
// it. Each target imports what its product exports and nothing else, which a repository rule holds:
// the compiler finds the modules of other products too.

func use(_ product: String) -> Target {
    .target(
        name: "\(product)Use",
        dependencies: [.product(name: product, package: "quince")]
    )
}

let products = [
    "AppleServers", "ApplePay", "Charging", "Combine", "MerchantServer", "Orders", "Parsers",
    "PassKit", "PaymentToken", "PostgreSQL", "Processors", "QuinceTesting",
    "RemoteSandbox", "SheetServer", "SwiftUI", "TokenIntake", "UIKit", "WebKit",
]

let package = Package(
    name: "ProductUse",
    dependencies: [.package(name: "quince", path: "../..")],
    targets: products.map(use) + [
        .executableTarget(
            name: "use-products",
            dependencies: products.map { .target(name: "\($0)Use") }
        )
    ]
)
