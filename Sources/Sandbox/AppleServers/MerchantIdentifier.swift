/// A merchant identifier, such as `merchant.com.example`.
///
/// - Source: mission 3.1 and 3.12 for the prefix `merchant.`; that the rest consists of letters,
///   digits, dots and hyphens, without an empty part, is a guess.
public struct MerchantIdentifier: Hashable, Sendable {
    /// The identifier's text.
    public let text: String

    /// Parses an identifier.
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

    /// Why a text is not a merchant identifier.
    public enum Problem: Error, Hashable, Sendable {
        /// It does not begin with `merchant.`.
        case noPrefix
        /// It has two dots in a row, or one at the end.
        case emptyPart
        /// It has characters other than letters, digits, dots and hyphens.
        case otherCharacters
        /// It is longer than 255 characters.
        case tooLong
    }
}

extension MerchantIdentifier.Problem: CustomStringConvertible {
    /// What is wrong, and what to write.
    public var description: String {
        switch self {
        case .noPrefix:
            "it must begin with \"merchant.\", as merchant.com.example does; it is not the app's"
                + " bundle identifier"
        case .emptyPart: "something must stand between two dots, and after the last"
        case .otherCharacters: "it may have letters of a-z and A-Z, digits, dots and hyphens only"
        case .tooLong: "it may have at most 255 characters"
        }
    }
}
