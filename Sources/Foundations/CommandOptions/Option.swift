/// An option of a command, written `--name` or `--name VALUE`.
public struct Option: Hashable, Sendable {
    /// Its name without the dashes.
    public let name: String
    /// The name of its value in capitals; nil if it takes none.
    public let value: String?
    /// The values that it takes, where they are a short list; for completion in a shell.
    public let choices: [String]
    /// What it does.
    public let help: String
    /// Whether it may be given several times.
    public let isRepeatable: Bool

    /// An option.
    public init(
        _ name: String,
        _ value: String? = nil,
        isRepeatable: Bool = false,
        choices: [String] = [],
        help: String
    ) {
        self.choices = choices
        self.isRepeatable = isRepeatable
        self.name = name
        self.value = value
        self.help = help
    }
}
