/// The facts of an option that a parser, a help page and a completion need, whatever the type of its values.
public protocol CommandOption: Sendable {
    /// Its name without the dashes.
    var name: String { get }
    /// The name of its value in capitals; nil if it takes none.
    var value: String? { get }
    /// The values that it takes, where they are a list.
    var choices: [String] { get }
    /// The smallest and the largest value, where it takes a number.
    var bounds: [String] { get }
    /// Whether no message may have its value.
    var isSecret: Bool { get }
    /// Whether it may be given several times.
    var isRepeatable: Bool { get }
    /// Its purpose.
    var help: String { get }

    /// Refuses a text that is not one of its values.
    func check(_ text: String) throws(ValueRefusal)
}

/// Why a text is not a value of an option.
public enum ValueRefusal: Error, Hashable, Sendable {
    /// It is not in the list, which is elsewhere if it is long.
    case choice(of: [String], listedBy: String?)
    /// It does not have the form, which is named in words.
    case form(String, example: String)
}
