internal import AppLint

/// A piece of an app's source, and the lines that a rule must report in it.
struct LintCase: Sendable, CustomStringConvertible {
    let rule: String
    let language: SourceLanguage
    let code: String

    init(_ rule: String, _ language: SourceLanguage, _ code: String) {
        self.rule = rule
        self.language = language
        self.code = code
    }

    var description: String { "\(rule), \(language): \(code)" }

    /// The code after the import line.
    private var source: String {
        (language == .swift ? "import PassKit\n" : "#import <PassKit/PassKit.h>\n") + code
    }

    /// The lines that end in `// HERE`.
    var marked: [Int] {
        source.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.hasSuffix("// HERE") }
            .map { $0.offset + 1 }
    }

    /// The findings, as line and rule.
    func found() throws -> [String] {
        try AppLint.review(Array(source.utf8), language).findings
            .map { "\($0.line) \($0.rule.name)" }
    }

    /// Sources with a fault.
    static let caught =
        tokenCaught + amountCaught + requestCaught + answerCaught + endCaught + buttonCaught
        + authorizationCaught + styleCaught + pathCaught
    /// Correct sources that resemble a fault.
    static let allowed =
        tokenAllowed + amountAllowed + requestAllowed + answerAllowed + endAllowed + buttonAllowed
        + authorizationAllowed + styleAllowed + pathAllowed + networksSet
}
