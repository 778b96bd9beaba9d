/// Something that a careful reviewer who knows Apple Pay would say of an app's source.
///
/// To add one, write a file like those in `Rules/` and name it in ``all``.
public struct LintRule: Sendable {
    /// Its name, for `quince:ignore`.
    public let name: String
    /// What is found, in one sentence.
    public let sentence: String
    /// Why it matters.
    public let reason: String
    /// What to write instead.
    public let remedy: String
    /// The rows of the mission that ask for it.
    public let mission: [String]
    /// The page of Apple's documentation that says more.
    public let documentation: String
    let subject: Subject

    /// What a rule looks at.
    enum Subject: Sendable {
        case source(@Sendable (SourceUnit) -> [LintMark])
        case keyFile(@Sendable (KeyFile) -> String?)
    }

    /// Every rule, in the order of the manual.
    public static let all: [LintRule] = [
        tokenInCloudStore, successWithoutServer, merchantCertificateInBundle, binaryAmount,
        totalNotSummed, merchantIdentifier, networksNeverSet, statusNeverReported,
        completionCalledTwice, decisionCalledTwice, missingDidFinishDismiss, dismissAnimated,
        setUpButtonForBuying, workBeforeSheet, schemeWithCapitals,
    ]
}

/// A word of a source, and what is wrong with it.
struct LintMark: Hashable, Sendable {
    let index: Int
    let message: String

    init(_ index: Int, _ message: String) {
        self.index = index
        self.message = message
    }
}
