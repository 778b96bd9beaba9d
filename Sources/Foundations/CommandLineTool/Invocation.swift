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
    public func value<Value>(_ option: Option<Value>) throws(UsageProblem) -> Value? {
        try values(option).first
    }

    /// The values of an option that may be given several times, in order.
    public func values<Value>(_ option: Option<Value>) throws(UsageProblem) -> [Value] {
        var values: [Value] = []
        for text in self.values[option.name] ?? [] {
            do throws(ValueRefusal) { values.append(try option.read(text)) } catch {
                throw UsageProblem(text, of: option, error)
            }
        }
        return values
    }

    /// The text of an option, or nil if it was not given.
    public func value(_ option: Option<String>) -> String? { values[option.name]?.first }

    /// The texts of an option that may be given several times, in order.
    public func values(_ option: Option<String>) -> [String] { values[option.name] ?? [] }
}

/// Why a command could not do its work: wrong usage or configuration, nothing was decided.
public struct UsageProblem: Error, Hashable, Sendable {
    /// The problem, in lower case.
    public let message: String
    /// The hint, as something that can be typed where possible.
    public let hint: String

    /// A problem with what to do about it.
    public init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }

    /// A text that is not a value of an option.
    init(_ text: String, of option: any CommandOption, _ refusal: ValueRefusal) {
        let name = "--\(option.name)"
        let given = option.isSecret ? name : "\(name) \(text)"
        switch refusal {
        case .choice(let choices, let listedBy):
            let list = listedBy ?? "\(name) takes \(choices.joined(separator: ", "))"
            let near = NearestWord.to(text, among: choices).map { "did you mean \($0)? " } ?? ""
            self.init("\(given): not one of its values", hint: near + list)
        case .form(let form, let example):
            self.init("\(given): not \(form)", hint: "write it as \(name) \(example)")
        }
    }
}
