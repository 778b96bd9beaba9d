/// Reads an app's source as a careful reviewer does who knows Apple Pay. Nothing is compiled or run.
public enum AppLint {
    /// The longest source that is read, in bytes.
    public static let sourceLimit = 2 << 20
    /// The longest file of keys that is read, in bytes.
    public static let keyFileLimit = 1 << 20

    /// What the rules find in a source, in the order of its lines; what a remark says to ignore is
    /// left out.
    ///
    /// - Throws: ``SourceRefusal`` where the bytes are no source.
    public static func review(
        _ source: [UInt8],
        _ language: SourceLanguage
    ) throws(SourceRefusal) -> SourceReview {
        let unit = try SourceUnit(source, language)
        let ignored = Set(
            unit.remarks.flatMap { remark in
                remark.rules.flatMap {
                    [
                        Ignored(rule: $0, line: remark.line),
                        Ignored(rule: $0, line: remark.line + 1),
                    ]
                }
            }
        )
        let findings = LintRule.all.flatMap { $0.findings(in: unit) }
            .filter { !ignored.contains(Ignored(rule: $0.rule.name, line: $0.line)) }
            .sorted { ($0.line, $0.column, $0.rule.name) < ($1.line, $1.column, $1.rule.name) }
        return SourceReview(findings: findings, knowsApplePay: unit.knowsApplePay)
    }

    /// What the rules find in a file of keys or certificates that lies beside an app's source.
    public static func findings(inKeyFile name: String, _ content: [UInt8]) -> [LintFinding] {
        guard let file = KeyFile(name: name, content: content) else { return [] }
        return LintRule.all.compactMap { rule in
            guard case .keyFile(let find) = rule.subject, let message = find(file) else {
                return nil
            }
            return LintFinding(rule: rule, line: 1, column: 1, message: message)
        }
    }

    /// Whether a file has the name of one that holds keys or certificates.
    public static func couldHoldKeys(fileName: String) -> Bool {
        KeyFile.endings.contains(fileName.split(separator: ".").last?.lowercased() ?? "")
    }

    private struct Ignored: Hashable {
        let rule: String
        let line: Int
    }
}

/// What is to be said of one source.
public struct SourceReview: Sendable {
    /// What the rules found.
    public let findings: [LintFinding]
    /// Whether it has to do with Apple Pay: it imports PassKit, or names its classes.
    public let knowsApplePay: Bool
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
