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
    "AppleServers", "ApplePay", "Combine", "FinanceKit", "FinanceKitUI", "Parsers", "PassKit",
    "PaymentToken", "Payments",
    "PostgreSQL", "Processors", "QuinceTesting",
    "RemoteSandbox", "SheetServer", "SwiftUI", "TokenIntake", "UIKit", "WebKit", "os",
]

// `./dev products --by-version` names a repository with a tag, as a team that uses Quince does.
let quince: Package.Dependency =
    if let address = Context.environment["QUINCE_ADDRESS"],
        let version = Context.environment["QUINCE_VERSION"].flatMap(Version.init)
    {
        .package(url: address, exact: version)
    } else {
        .package(name: "quince", path: "../..")
    }

let package = Package(
    name: "ProductUse",
    dependencies: [quince],
    targets: products.map(use) + [
        .executableTarget(
            name: "use-products",
            dependencies: products.map { .target(name: "\($0)Use") }
        )
    ],
    swiftLanguageModes: Context.environment["QUINCE_CALLER"] == "5" ? [.v5] : [.v6]
)
