/// A server's code for what went wrong: five digits or capital letters.
///
/// - Source: PostgreSQL, *PostgreSQL Error Codes*; the first two characters are the class.
public struct SQLState: Hashable, Sendable, CustomStringConvertible {
    /// The five characters.
    public let code: String

    /// A code, or nil where the text has not its form.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 5,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            })
        else { return nil }
        code = String(text)
    }

    /// The first two characters, which say what kind of trouble it is.
    public var kind: String { String(code.prefix(2)) }

    /// The code itself.
    public var description: String { code }
}
