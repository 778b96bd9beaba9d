/// A rule for the whole repository, with planted violations that it must find.
///
/// To add one, write a file like those in `Rules/` and add its name to ``all``.
struct RepositoryRule: Sendable, CustomStringConvertible {
    /// The rule, as a sentence.
    let description: String
    /// Trees that break the rule. It must find each.
    let caught: [Planting]
    /// Trees that look like violations and are not.
    let allowed: [Planting]
    /// Finds the violations in a tree.
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
        filesAreShort, functionsAreShort, namesSayWhatIsInside, typesHaveNamesOfTheirOwn,
        everyFileIsUsed,
        nothingIsLeftForLater, publicCasesAreDocumented, markdownHasOneTitle, linksResolve,
        decisionsAreNumberedAndLinked, namedFilesExist, theArchitecturePageIsComplete,
        samplesAreAppsForIOS, rulesOfTheSheetNameTests, missionRowsExist, referenceSectionsExist,
        onlyAppleModulesImportFoundation, locksAreLockedValues, wordsArePlain,
        commentsBeginWithTheirSubject, productsAreComplete, productsAreUsed,
        theVersionIsTheSameEverywhere,
    ]
}

/// A small tree of files for the test of a rule.
struct Planting: Sendable, CustomStringConvertible {
    let description: String
    let tree: SourceTree

    init(_ description: String, _ texts: [String: String]) {
        self.description = description
        tree = SourceTree(texts)
    }

    /// A tree of one file.
    init(_ code: String, in path: String = "Sources/Merchant/Payments/Desk.swift") {
        self.init(code, [path: code])
    }
}
