extension DomainAssociation {
    /// A content that a domain serves in place of its file.
    public enum Difference: Hashable, Sendable {
        /// Another file of the same form, for this merchant.
        case association(of: MerchantReference)
        /// Nothing, or white space alone.
        case nothing
        /// The file, or another, compressed by gzip.
        case gzip
        /// HTML or XML.
        case markup
        /// The file behind a byte order mark.
        case byteOrderMark
        /// A short text, such as `undefined`.
        case text(String)
        /// Bytes of this count in place of the file's, the first other one at this offset from 0.
        case bytes(count: Int, expected: Int, first: Int)
    }

    /// How what a domain serves differs from the file that it was given; nil if it does not.
    ///
    /// White space at the ends is ignored, because editors add it; that Apple ignores it too is a
    /// guess.
    public static func difference(of served: [UInt8], from given: [UInt8]) -> Difference? {
        let (found, expected) = (trimmed(served), trimmed(given))
        guard found != expected else { return nil }
        if let other = DomainAssociation(file: found), other != DomainAssociation(file: expected) {
            return .association(of: other.merchant)
        }
        switch found.first {
        case nil: return .nothing
        case UInt8(ascii: "<"): return .markup
        case 0x1f where found.starts(with: [0x1f, 0x8b]): return .gzip
        case 0xef where Array(found.dropFirst(3)) == expected: return .byteOrderMark
        default: break
        }
        if found.count <= 40, found.allSatisfy({ (0x20...0x7e).contains($0) }) {
            return .text(String(decoding: found, as: UTF8.self))
        }
        let first = zip(found, expected).prefix { $0 == $1 }.count
        return .bytes(count: found.count, expected: expected.count, first: first)
    }
}

extension DomainAssociation.Difference: CustomStringConvertible {
    /// The content that is served, and the remedy.
    public var description: String {
        switch self {
        case .association:
            "another file: an earlier one of this merchant, or one of another merchant; serve the"
                + " one that the member center gave"
        case .nothing: "nothing; serve the file as it was given"
        case .gzip: "bytes compressed by gzip; serve the file as it was given, uncompressed"
        case .markup: "a page of HTML or XML; serve the file as it was given at this path"
        case .byteOrderMark: "the file behind a byte order mark; save it without the three bytes"
        case .text(let text):
            "the text \(text.debugDescription); serve the file as it was given"
        case .bytes(let count, let expected, let first):
            "\(count) bytes, \(Self.comparison(count, expected)) the merchant's file, and other ones"
                + " from byte \(first) on; serve the file as it was given"
        }
    }

    private static func comparison(_ count: Int, _ expected: Int) -> String {
        if count == expected { return "as many as" }
        return count > expected
            ? "\(count - expected) more than" : "\(expected - count) fewer than"
    }
}
