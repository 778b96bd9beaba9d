/// A mistake in the use of Apple Pay that can be seen in an app's source.
///
/// To add a rule, write a file like those in `Rules/` and list it in ``all``.
public struct LintRule: Sendable {
    /// The name, as used in `quince:ignore`.
    public let name: String
    /// The sentence that is reported.
    public let sentence: String
    /// Why it matters.
    public let reason: String
    /// The correction.
    public let remedy: String
    /// The rows of `Documentation/Mission.md` that require it.
    public let mission: [String]
    /// The page of Apple's documentation on the subject.
    public let documentation: String
    let subject: Subject

    /// The subject of a rule.
    enum Subject: Sendable {
        case source(@Sendable (SourceUnit) -> [LintMark])
        case keyFile(@Sendable (KeyFile) -> String?)
    }

    /// Every rule, in the order of `Documentation/CommandLine.md`.
    public static let all: [LintRule] = [
        tokenInCloudStore, successWithoutServer, merchantCertificateInBundle, binaryAmount,
        totalNotSummed, merchantIdentifier, networksNeverSet, statusNeverReported,
        completionCalledTwice, decisionCalledTwice, missingDidFinishDismiss, dismissAnimated,
        setUpButtonForBuying, workBeforeSheet, schemeWithCapitals,
    ]
}

/// A token of a source, and what is wrong with it.
struct LintMark: Hashable, Sendable {
    let index: Int
    let message: String

    init(_ index: Int, _ message: String) {
        self.index = index
        self.message = message
    }
}
