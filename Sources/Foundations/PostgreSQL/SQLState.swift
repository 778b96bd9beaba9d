/// A server's error code: five digits or capital letters.
///
/// - Source: PostgreSQL, *PostgreSQL Error Codes*; the first two characters are the class.
public struct SQLState: Hashable, Sendable, CustomStringConvertible {
    /// The code as text.
    public let code: String

    /// A code; nil if the text has another form.
    public init?(_ text: some StringProtocol) {
        guard text.utf8.count == 5,
            text.utf8.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
            })
        else { return nil }
        code = String(text)
    }

    /// The first two characters, the class of the error.
    public var kind: String { String(code.prefix(2)) }

    /// The code itself.
    public var description: String { code }
}
