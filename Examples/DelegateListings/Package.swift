// swift-tools-version: 6.2
import PackageDescription

// The app's source, for Apple's PassKit, UIKit and WebKit. On Linux, Quince stands in for them and
// a scripted shopper tests the app.

let package = Package(
    name: "DelegateListings",
    platforms: [.iOS(.v15)],
    products: [.library(name: "DelegateListings", targets: ["DelegateListings"])],
    targets: [.target(name: "DelegateListings", swiftSettings: [.swiftLanguageMode(.v5)])]
)

#if os(Linux)
    package.dependencies = [.package(name: "quince", path: "../..")]
    for target in package.targets {
        target.dependencies = ["PassKit", "UIKit", "WebKit"]
            .map { .product(name: $0, package: "quince") }
    }
    package.targets.append(
        .testTarget(
            name: "DelegateListingsTests",
            dependencies: [
                "DelegateListings", .product(name: "QuinceTesting", package: "quince"),
            ]
        )
    )
#endif
