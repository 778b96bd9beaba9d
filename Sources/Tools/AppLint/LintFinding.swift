/// One fault that a rule found in a file.
public struct LintFinding: Sendable {
    /// The rule.
    public let rule: LintRule
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters, counted from 1.
    public let column: Int
    /// The problem at this place.
    public let message: String
}
