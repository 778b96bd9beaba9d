// swift-tools-version: 6.2
import PackageDescription

// What `./dev mutants` checks itself on: one bug that a test finds, and one that none finds.

let package = Package(
    name: "Canary",
    targets: [
        .target(name: "Canary"), .testTarget(name: "CanaryTests", dependencies: ["Canary"]),
    ]
)
