/// A merchant identifier, such as `merchant.com.example`.
///
/// - Source: mission 3.1 and 3.12 for the prefix `merchant.`; that the rest consists of letters,
///   digits, dots and hyphens, without an empty part, is a guess.
public struct MerchantIdentifier: Hashable, Sendable {
    /// The identifier's text.
    public let text: String

    /// Parses an identifier.
    public init(_ text: String) throws(Problem) {
        try Self.requireForm(of: text, prefix: IdentifierKind.merchant.prefix)
        self.text = text
    }

    /// Checks a text with a prefix; order type identifiers have the same form.
    static func requireForm(of text: String, prefix: String) throws(Problem) {
        guard text.hasPrefix(prefix) else { throw .noPrefix }
        guard text.utf8.count <= 255 else { throw .tooLong }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else { throw .emptyPart }
        let isPlain = parts.allSatisfy { $0.utf8.allSatisfy(BundleIdentifier.isPlain) }
        guard isPlain else { throw .otherCharacters }
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
    /// The problem and its correction.
    public var description: String {
        switch self {
        case .noPrefix:
            "it must begin with \"merchant.\", as merchant.com.example does; it is not the app's"
                + " bundle identifier"
        case .emptyPart: "every part between dots needs at least one character"
        case .otherCharacters: "it may have letters of a-z and A-Z, digits, dots and hyphens only"
        case .tooLong: "it may have at most 255 characters"
        }
    }
}
