/// The identifier of an app, such as `com.example.store`, or of a group of apps, such as `com.example.*`.
///
/// - Source: Apple, *CFBundleIdentifier*: letters, digits, hyphens and dots. *Register an App ID*: an
///   explicit App ID is of one app, a wildcard's last part is an asterisk. The limit of the length is a
///   guess.
public struct BundleIdentifier: Hashable, Sendable {
    /// The identifier's text.
    public let text: String

    /// Whether it stands for every app that begins like it.
    public var isWildcard: Bool { text.hasSuffix("*") }

    /// Parses an identifier.
    public init(_ text: String) throws(Problem) {
        guard text.utf8.count <= 155 else { throw .tooLong }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard !parts.contains(where: \.isEmpty) else { throw .emptyPart }
        let plain = parts.last == "*" ? parts.dropLast() : parts[...]
        guard plain.allSatisfy({ $0.utf8.allSatisfy(Self.isPlain) }) else {
            throw .otherCharacters
        }
        self.text = text
    }

    static func isPlain(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
            || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-")
    }

    /// Why a text is not a bundle identifier.
    public enum Problem: Error, Hashable, Sendable {
        /// It is empty, or has two dots in a row, or one at an end.
        case emptyPart
        /// It has characters other than letters, digits, dots and hyphens, or an asterisk that is not its
        /// last part.
        case otherCharacters
        /// It is longer than 155 characters.
        case tooLong
    }
}

extension BundleIdentifier.Problem: CustomStringConvertible {
    /// The problem and its correction.
    public var description: String {
        switch self {
        case .emptyPart: "every part between dots needs at least one character"
        case .otherCharacters:
            "it may have letters of a-z and A-Z, digits, dots and hyphens only, or end in \".*\""
        case .tooLong: "it may have at most 155 characters"
        }
    }
}
