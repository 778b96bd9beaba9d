/// Something that holds of the whole repository, with planted violations that prove it is looked at.
///
/// To add one, write a file like those in `Rules/` and name it in ``all``.
struct RepositoryRule: Sendable, CustomStringConvertible {
    /// What holds, as a sentence.
    let description: String
    /// Trees that break the rule: it must find each.
    let caught: [Planting]
    /// Trees that look as if they broke the rule and do not.
    let allowed: [Planting]
    /// Where a tree breaks the rule.
    let violations: @Sendable (SourceTree) -> [Violation]

    init(
        _ description: String,
        caught: [Planting],
        allowed: [Planting] = [],
        violations: @escaping @Sendable (SourceTree) -> [Violation]
    ) {
        self.description = description
        self.caught = caught
        self.allowed = allowed
        self.violations = violations
    }

    static let all: [RepositoryRule] = [
        dependenciesPointDown, importsAreDeclared, dependenciesAreUsed, everyFolderIsAModule,
        onlyTheWorldKnowsTheTime, nothingCrashesOnPurpose, unsafeCodeStaysWhereCIsWrapped,
        uncheckedSendableIsListed, moneyIsNeverFloatingPoint, secretsAreNotReadOut,
        filesAreShort, functionsAreShort, namesSayWhatIsInside, everyFileIsUsed,
        nothingIsLeftForLater, publicCasesAreDocumented, markdownHasOneTitle, linksResolve,
        decisionsAreNumberedAndLinked, namedFilesExist, theArchitecturePageIsComplete,
        samplesAreAppsForIOS, rulesOfTheSheetNameTests, missionRowsExist,
        onlyAppleModulesImportFoundation, locksAreLockedValues,
    ]
}

/// A little tree made up for a test of a rule.
struct Planting: Sendable, CustomStringConvertible {
    let description: String
    let tree: SourceTree

    init(_ description: String, _ texts: [String: String]) {
        self.description = description
        tree = SourceTree(texts)
    }

    /// A tree of one file.
    init(_ code: String, in path: String = "Sources/Merchant/Charging/Desk.swift") {
        self.init(code, [path: code])
    }
}
