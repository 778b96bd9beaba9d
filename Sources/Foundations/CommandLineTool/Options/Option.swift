/// An option of a command with the type of its values, written `--name` or `--name VALUE`.
///
/// A value is read here only: the parser refuses what cannot be read before the command runs.
public struct Option<Value: Sendable>: CommandOption {
    /// Its name without the dashes.
    public let name: String
    /// The name of its value in capitals; nil if it takes none.
    public let value: String?
    /// The values that it takes, where they are a list.
    public let choices: [String]
    /// The smallest and the largest value, where it takes a number.
    public let bounds: [String]
    /// Whether no message may have its value.
    public let isSecret: Bool
    /// Whether it may be given several times.
    public let isRepeatable: Bool
    /// Its purpose.
    public let help: String
    private let reading: @Sendable (String) throws(ValueRefusal) -> Value

    private init(
        _ name: String,
        _ value: String?,
        isRepeatable: Bool = false,
        isSecret: Bool = false,
        choices: [String] = [],
        bounds: [String] = [],
        help: String,
        reading: @escaping @Sendable (String) throws(ValueRefusal) -> Value
    ) {
        self.name = name
        self.value = value
        self.choices = choices
        self.bounds = bounds
        self.isSecret = isSecret
        self.isRepeatable = isRepeatable
        self.help = help
        self.reading = reading
    }

    /// An option whose values have a form.
    ///
    /// - Parameters:
    ///   - name: Its name without the dashes.
    ///   - value: The name of its value in capitals.
    ///   - isRepeatable: Whether it may be given several times.
    ///   - isSecret: Whether no message may have its value.
    ///   - form: The form in words, such as `a time`.
    ///   - example: Values of that form, for the hint.
    ///   - help: Its purpose.
    ///   - reading: Reads a value; nil if it has another form.
    public init(
        _ name: String,
        _ value: String,
        isRepeatable: Bool = false,
        isSecret: Bool = false,
        form: String,
        example: String,
        help: String,
        reading: @escaping @Sendable (String) -> Value?
    ) {
        self.init(name, value, isRepeatable: isRepeatable, isSecret: isSecret, help: help) {
            text throws(ValueRefusal) in
            guard let read = reading(text) else { throw .form(form, example: example) }
            return read
        }
    }

    /// An option that takes one of a list of words, each of which stands for a value.
    ///
    /// - Parameters:
    ///   - name: Its name without the dashes.
    ///   - value: The name of its value in capitals.
    ///   - choices: The words with their values.
    ///   - listedBy: Where a reader finds the list, if it is too long for a hint.
    ///   - help: Its purpose.
    public init(
        _ name: String,
        _ value: String,
        choices: [(word: String, value: Value)],
        listedBy: String? = nil,
        help: String
    ) {
        let words = choices.map(\.word)
        self.init(name, value, choices: words, help: help) { text throws(ValueRefusal) in
            guard let choice = choices.first(where: { $0.word == text }) else {
                throw .choice(of: words, listedBy: listedBy)
            }
            return choice.value
        }
    }

    /// Reads a value.
    public func read(_ text: String) throws(ValueRefusal) -> Value { try reading(text) }

    /// Refuses a text that is not one of its values.
    public func check(_ text: String) throws(ValueRefusal) { _ = try reading(text) }
}

extension Option where Value == Bool {
    /// An option without a value.
    public init(_ name: String, help: String) {
        self.init(name, nil, help: help) { _ in true }
    }
}

extension Option where Value == String {
    /// An option that takes any text, such as the name of a file.
    public init(_ name: String, _ value: String, isRepeatable: Bool = false, help: String) {
        self.init(name, value, isRepeatable: isRepeatable, help: help) { $0 }
    }
}

extension Option where Value: CaseIterable & RawRepresentable<String> {
    /// An option that takes one of the cases' words.
    public init(_ name: String, _ value: String, choices: Value.Type, help: String) {
        self.init(name, value, choices: choices.allCases.map { ($0.rawValue, $0) }, help: help)
    }
}

extension Option where Value: FixedWidthInteger {
    /// An option that takes a whole number.
    public init(_ name: String, _ value: String, in range: ClosedRange<Value>, help: String) {
        let example = Swift.min(range.upperBound, Swift.max(range.lowerBound, 10))
        self.init(
            name,
            value,
            bounds: ["\(range.lowerBound)", "\(range.upperBound)"],
            help: help
        ) { text throws(ValueRefusal) in
            guard let number = Value(text), range.contains(number) else {
                throw .form(
                    "a whole number from \(range.lowerBound) to \(range.upperBound)",
                    example: "\(example)"
                )
            }
            return number
        }
    }
}
