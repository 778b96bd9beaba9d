/// Field 120: the cardholder's address, which the issuer compares with its own.
///
/// - Source: nine characters of the postal code and then the street, as public documentation has
///   Visa's address data. The number of the field and the length of the street are our choice.
public struct AddressData: Hashable, Sendable {
    /// The longest postal code.
    public static let postalCodeLength = 9
    /// The longest street.
    public static let streetLength = 40

    /// The postal code: at most nine letters and digits.
    public let postalCode: String
    /// The street with the house number: at most 40 printable characters of ASCII.
    public let street: String

    /// An address as far as a message can state it; nil if nothing of it can be stated.
    ///
    /// Of the postal code letters and digits remain, and of the street the printable characters
    /// of ASCII: issuers compare no more.
    public init?(postalCode: String, street: String) {
        let code = postalCode.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let words = street.split { $0.isWhitespace }
            .map { $0.filter { $0.utf8.allSatisfy { (0x21...0x7e).contains($0) } } }
            .filter { !$0.isEmpty }
        self.postalCode = String(code.prefix(Self.postalCodeLength))
        self.street = FieldText.trimmed(
            String(words.joined(separator: " ").prefix(Self.streetLength))
        )
        guard !self.postalCode.isEmpty || !self.street.isEmpty else { return nil }
    }

    /// Reads the field; nil for a text that is too short or too long.
    init?(field text: String) {
        let length = Self.postalCodeLength
        guard (length...(length + Self.streetLength)).contains(text.utf8.count) else { return nil }
        postalCode = FieldText.trimmed(String(text.prefix(length)))
        street = FieldText.trimmed(String(text.dropFirst(length)))
    }

    var field: String { FieldText.padded(postalCode, to: Self.postalCodeLength) + street }
}
