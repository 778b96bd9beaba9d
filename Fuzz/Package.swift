// swift-tools-version: 6.2
import PackageDescription

// A separate package, because all of it is linked with libFuzzer: `./dev fuzz`.

let package = Package(
    name: "quince-fuzzing",
    dependencies: [.package(name: "quince", path: "..")],
    targets: [
        .systemLibrary(name: "CLibFuzzer", path: "Sources/CLibFuzzer"),
        .executableTarget(
            name: "quince-fuzz",
            dependencies: [
                "CLibFuzzer",
                .product(name: "AppleServers", package: "quince"),
                .product(name: "Parsers", package: "quince"),
            ],
            path: "Sources/quince-fuzz",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .strictMemorySafety(),
                .treatAllWarnings(as: .error),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ]
        ),
    ]
)
