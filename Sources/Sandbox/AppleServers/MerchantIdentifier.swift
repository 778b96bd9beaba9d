/// The identifier of a merchant, such as `merchant.com.example`.
///
/// - Source: mission 3.1 and 3.12 for the prefix `merchant.`; that letters, digits, dots and hyphens
///   follow, and no empty part, is a guess.
public struct MerchantIdentifier: Hashable, Sendable {
    /// The identifier as Apple Pay sends it.
    public let text: String

    /// An identifier, or why it is none.
    public init(_ text: String) throws(Problem) {
        guard text.hasPrefix("merchant.") else { throw .noPrefix }
        guard text.utf8.count <= 255 else { throw .tooLong }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else { throw .emptyPart }
        let isPlain = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: ".")
                || byte == UInt8(ascii: "-")
        }
        guard isPlain else { throw .otherCharacters }
        self.text = text
    }

    /// Why a text is no merchant identifier.
    public enum Problem: Error, Hashable, Sendable {
        /// It does not begin with `merchant.`.
        case noPrefix
        /// Two dots stand together, or one at the end.
        case emptyPart
        /// It has characters other than letters, digits, dots and hyphens.
        case otherCharacters
        /// It is longer than 255 characters.
        case tooLong
    }
}
