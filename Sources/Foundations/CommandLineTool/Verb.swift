/// One thing that a tool does, with everything that its help page and its parser need to know.
public struct Verb: Sendable {
    /// The words that call it, such as `token open`.
    public let words: [String]
    /// The summary, in one line.
    public let summary: String
    /// Its operands, in order.
    public let operands: [Operand]
    /// The options that it takes; `--help` is every verb's.
    public let options: [any CommandOption]
    /// Further notes, such as the exit statuses.
    public let notes: String
    /// A command that works.
    public let example: String
    /// Runs it.
    public let run: @Sendable (Invocation, Output) async throws(UsageProblem) -> ExitStatus

    /// A verb.
    public init(
        _ words: String...,
        summary: String,
        operands: [Operand] = [],
        options: [any CommandOption] = [],
        notes: String = "",
        example: String,
        run: @escaping @Sendable (Invocation, Output) async throws(UsageProblem) -> ExitStatus
    ) {
        self.words = words
        self.summary = summary
        self.operands = operands
        self.options = options
        self.notes = notes
        self.example = example
        self.run = run
    }
}

/// An operand of a verb, such as the name of a file.
public struct Operand: Hashable, Sendable {
    /// Its name in capitals.
    public let name: String
    /// The help.
    public let help: String
    /// Whether it may be left out.
    public let isOptional: Bool
    /// Whether there may be several; only a verb's last operand may.
    public let isRepeatable: Bool

    /// An operand.
    public init(
        _ name: String,
        isOptional: Bool = false,
        isRepeatable: Bool = false,
        help: String
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.isRepeatable = isRepeatable
    }
}

/// How a command ended.
public enum ExitStatus: Int32, Hashable, Sendable {
    /// Accepted, or done.
    case success = 0
    /// Refused: the command worked, and the answer is no.
    case refused = 1
    /// Wrong usage or configuration: the command could not do its work.
    case misuse = 2
}
