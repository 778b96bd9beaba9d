/// What a rule found in a file.
public struct LintFinding: Sendable {
    /// The rule.
    public let rule: LintRule
    /// The line, from 1.
    public let line: Int
    /// The character of that line, from 1.
    public let column: Int
    /// What is wrong here.
    public let message: String
}
