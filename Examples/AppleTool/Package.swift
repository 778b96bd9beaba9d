// swift-tools-version: 6.2
import PackageDescription

// The app's source, for Apple's PassKit and UIKit. On Linux, Quince stands in for them and
// a scripted shopper tests the app.

let package = Package(
    name: "AppleTool",
    platforms: [.iOS(.v15)],
    products: [.library(name: "AppleTool", targets: ["AppleTool"])],
    targets: [.target(name: "AppleTool", swiftSettings: [.swiftLanguageMode(.v5)])]
)

#if os(Linux)
    package.dependencies = [.package(name: "quince", path: "../..")]
    for target in package.targets {
        target.dependencies = ["PassKit", "UIKit"]
            .map { .product(name: $0, package: "quince") }
    }
    package.targets.append(
        .testTarget(
            name: "AppleToolTests",
            dependencies: [
                "AppleTool", .product(name: "QuinceTesting", package: "quince"),
                .product(name: "SheetServer", package: "quince"),
            ]
        )
    )
#endif
