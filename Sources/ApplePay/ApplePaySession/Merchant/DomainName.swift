/// A fully qualified domain name, such as `shop.example.com`.
///
/// - Source: RFC 1123 § 2.1 and RFC 5890 § 2.3.1 for the form. Apple asks for a fully qualified name
///   without a scheme, a port or a path.
public struct DomainName: Hashable, Sendable {
    /// The name in lower case. Names that differ only in case are the same.
    public let text: String

    /// Reads a name.
    public init(_ text: String) throws(Problem) {
        guard !text.isEmpty else { throw .empty }
        guard !text.contains("://") else { throw .hasScheme }
        guard !text.contains("/"), !text.contains("?"), !text.contains("#") else { throw .hasPath }
        guard !text.contains(":"), !text.hasPrefix("[") else { throw .hasPort }
        guard text.utf8.allSatisfy(Self.isAllowed) else { throw .otherCharacters }
        guard text.utf8.count <= 253 else { throw .tooLong }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...63).contains($0.utf8.count) }) else { throw .label }
        guard !labels.contains(where: { $0.hasPrefix("-") || $0.hasSuffix("-") }) else {
            throw .label
        }
        let lowercased = text.lowercased()
        guard lowercased != "localhost", !lowercased.hasSuffix(".localhost") else {
            throw .localhost
        }
        guard labels.count > 1, let last = labels.last else { throw .notFullyQualified }
        guard !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .address }
        self.text = lowercased
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }

    /// Why a text is not a fully qualified domain name.
    public enum Problem: Error, Hashable, Sendable, CaseIterable {
        /// It is empty.
        case empty
        /// It begins with a scheme, such as `https://`.
        case hasScheme
        /// It has a port, or is an IPv6 address.
        case hasPort
        /// It has a path, a query or a fragment.
        case hasPath
        /// It is an IPv4 address.
        case address
        /// It is `localhost`, which cannot be registered.
        case localhost
        /// It has one label only.
        case notFullyQualified
        /// It has a label that is empty, longer than 63 characters, or has a hyphen at an end.
        case label
        /// It is longer than 253 characters.
        case tooLong
        /// It has characters other than letters, digits, hyphens and dots.
        case otherCharacters
    }
}

extension DomainName: CustomStringConvertible {
    /// The name in lower case.
    public var description: String { text }
}

extension DomainName.Problem: CustomStringConvertible {
    /// The problem and its correction, in one line.
    public var description: String {
        switch self {
        case .empty: "it is empty; write a name such as shop.example.com"
        case .hasScheme: "it has a scheme; write the name alone, as in shop.example.com"
        case .hasPort: "it has a port or is an IPv6 address; write the name alone"
        case .hasPath: "it has a path; write the name alone"
        case .address: "it is an IP address; Apple registers names only"
        case .localhost:
            "localhost cannot be registered; use a name of your own that resolves to 127.0.0.1"
        case .notFullyQualified: "it is not fully qualified; write it with its parent domain"
        case .label: "a part between dots is empty, too long, or has a hyphen at an end"
        case .tooLong: "it has more than 253 characters"
        case .otherCharacters:
            "it has other characters than letters, digits, hyphens and dots; write an"
                + " internationalized name in its ASCII form (xn--…)"
        }
    }
}
