// swift-tools-version: 6.2
import PackageDescription

// The app's source, for Apple's PassKit and UIKit. On Linux, Quince stands in for them and
// a scripted shopper tests the app.

let package = Package(
    name: "ShinobiStore",
    platforms: [.iOS(.v15)],
    products: [.library(name: "ShinobiStore", targets: ["ShinobiStore"])],
    targets: [.target(name: "ShinobiStore", swiftSettings: [.swiftLanguageMode(.v5)])]
)

#if os(Linux)
    package.dependencies = [.package(name: "quince", path: "../..")]
    for target in package.targets {
        target.dependencies = ["PassKit", "UIKit"]
            .map { .product(name: $0, package: "quince") }
    }
    package.targets.append(
        .testTarget(
            name: "ShinobiStoreTests",
            dependencies: [
                "ShinobiStore", .product(name: "QuinceTesting", package: "quince"),
            ]
        )
    )
#endif
