/// The modules of iOS that the samples use.
private let modulesOfAnApp: Set<String> = [
    "AddressBook", "Contacts", "Foundation", "PassKit", "UIKit", "WebKit",
]

extension RepositoryRule {
    static let samplesAreAppsForIOS = RepositoryRule(
        "a sample app's sources compile for iOS: they import Apple's modules only",
        caught: [
            Planting("import QuinceTesting", in: "Examples/Store/Sources/Store/Page.swift"),
            Planting("internal import Money", in: "Examples/Store/Sources/Store/Page.swift"),
            Planting("#if os(Linux)\n#endif", in: "Examples/Store/Sources/Store/Page.swift"),
        ],
        allowed: [
            Planting(
                "import PassKit\nimport UIKit\n#if canImport(AddressBook)\n    import AddressBook\n#endif",
                in: "Examples/Store/Sources/Store/Page.swift"
            ),
            Planting("import QuinceTesting", in: "Examples/Store/Tests/StoreTests/PageTests.swift"),
            Planting("#if os(Linux)\n#endif", in: "Examples/Store/Package.swift"),
        ]
    ) { tree in
        tree.swift.filter { $0.path.hasPrefix("Examples/") && $0.path.contains("/Sources/") }
            .flatMap { file in
                file.imports.filter { !modulesOfAnApp.contains($0.module) }
                    .map { module, line in
                        Violation(
                            path: file.path,
                            line: line,
                            message: "\(module) is not Apple's: an app has PassKit and UIKit"
                        )
                    }
                    + file.uses(of: ["os(Linux)"]) { _ in
                        "write code that is the same on both systems; Package.swift holds the difference"
                    }
            }
    }
}
