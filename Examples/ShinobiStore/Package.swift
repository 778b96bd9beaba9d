// swift-tools-version: 6.2
import PackageDescription

// Tests of an iOS app on Linux, with a scripted shopper. The app's files are in ShinobiStore, as Xcode
// has them; Linux/AppFiles names them, and the plugin AppFiles compiles them for Quince's PassKit.

let package = Package(
    name: "ShinobiStore",
    dependencies: [.package(name: "quince", path: "../..")],
    targets: [
        .target(
            name: "ShinobiStore",
            dependencies: [.product(name: "PassKit", package: "quince")],
            path: "Linux",
            swiftSettings: [.swiftLanguageMode(.v5)],
            plugins: [.plugin(name: "AppFiles", package: "quince")]
        ),
        .testTarget(
            name: "ShinobiStoreTests",
            dependencies: [
                "ShinobiStore", .product(name: "QuinceTesting", package: "quince"),
            ]
        ),
    ]
)
