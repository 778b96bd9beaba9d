/// Checks an app's source for mistakes in the use of Apple Pay. Nothing is compiled or run.
public enum AppLint {
    /// Maximum size of a source, in bytes.
    public static let sourceLimit = 2 << 20
    /// Maximum size of a key file, in bytes.
    public static let keyFileLimit = 1 << 20

    /// The findings of all rules in a source, in line order, without those that a comment ignores.
    ///
    /// - Throws: ``SourceRefusal`` when the bytes are not text or have too many tokens.
    public static func review(
        _ source: [UInt8],
        _ language: SourceLanguage
    ) throws(SourceRefusal) -> SourceReview {
        let unit = try SourceUnit(source, language)
        let ignored = Set(
            unit.ignoreComments.flatMap { comment in
                comment.rules.flatMap {
                    [
                        Ignored(rule: $0, line: comment.line),
                        Ignored(rule: $0, line: comment.line + 1),
                    ]
                }
            }
        )
        let findings = LintRule.all.flatMap { $0.findings(in: unit) }
            .filter { !ignored.contains(Ignored(rule: $0.rule.name, line: $0.line)) }
            .sorted { ($0.line, $0.column, $0.rule.name) < ($1.line, $1.column, $1.rule.name) }
        return SourceReview(findings: findings, usesApplePay: unit.usesApplePay)
    }

    /// The findings in a file of keys or certificates that is among an app's source files.
    public static func findings(inKeyFile name: String, _ content: [UInt8]) -> [LintFinding] {
        guard let file = KeyFile(name: name, content: content) else { return [] }
        return LintRule.all.compactMap { rule in
            guard case .keyFile(let find) = rule.subject, let message = find(file) else {
                return nil
            }
            return LintFinding(rule: rule, line: 1, column: 1, message: message)
        }
    }

    /// Whether a file's extension is one of keys or certificates.
    public static func couldHoldKeys(fileName: String) -> Bool {
        KeyFile.fileExtensions.contains(fileName.split(separator: ".").last?.lowercased() ?? "")
    }

    private struct Ignored: Hashable {
        let rule: String
        let line: Int
    }
}

/// The result of checking one source.
public struct SourceReview: Sendable {
    /// The findings, in line order.
    public let findings: [LintFinding]
    /// Whether the source imports PassKit or names its classes.
    public let usesApplePay: Bool
}

extension LintRule {
    fileprivate func findings(in unit: SourceUnit) -> [LintFinding] {
        guard case .source(let find) = subject else { return [] }
        return find(unit)
            .map { mark in
                let token = unit.tokens[mark.index]
                return LintFinding(
                    rule: self,
                    line: token.line,
                    column: token.column,
                    message: mark.message
                )
            }
    }
}
