/// The operands and options that a verb was called with.
public struct Invocation: Hashable, Sendable {
    /// The operands: fewer than the verb has where some are optional, more where the last is repeatable.
    public let operands: [String]
    private let values: [String: [String]]

    init(operands: [String], values: [String: [String]]) {
        self.operands = operands
        self.values = values
    }

    /// Whether an option was given.
    public func has(_ option: String) -> Bool { values[option] != nil }

    /// The value of an option, or nil if it was not given.
    public func value(_ option: String) -> String? { values[option]?.first }

    /// The values of an option that may be given several times, in order.
    public func values(_ option: String) -> [String] { values[option] ?? [] }
}

/// Why a command could not do its work: wrong usage or configuration, nothing was decided.
public struct UsageProblem: Error, Hashable, Sendable {
    /// What is wrong, in lower case.
    public let message: String
    /// What to do, as something that can be typed where possible.
    public let hint: String

    /// A problem with what to do about it.
    public init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}
