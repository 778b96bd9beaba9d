internal import Bytes
internal import Cryptography
internal import World

/// A caller's credentials: `quince_KEY-ID_SECRET`, sent as `Authorization: Bearer`.
///
/// The prefix lets a scanner of published code find a key that leaked. The secret has 192 random bits, so its
/// SHA-256 is what is kept of it: there is nothing to guess that a slow hash would protect.
///
/// - Source: RFC 6750 § 2.1 for its characters and how it is sent.
struct APIKey: Sendable {
    static let prefix = "quince_"
    private static let identifierBytes = 8
    private static let secretBytes = 24

    /// The part that is no secret: 16 hexadecimal digits.
    let identifier: String
    private let secret: Secret

    /// A new key.
    init(_ randomness: any Randomness) {
        identifier = Hexadecimal.encode(randomness.bytes(Self.identifierBytes))
        secret = Secret(
            copying: Array(Hexadecimal.encode(randomness.bytes(Self.secretBytes)).utf8)
        )
    }

    /// Reads the token of a request; nil for any other text.
    init?(token: Substring) {
        guard token.hasPrefix(Self.prefix) else { return nil }
        let words = token.dropFirst(Self.prefix.count).split(
            separator: "_",
            omittingEmptySubsequences: false
        )
        guard words.count == 2, Self.isHexadecimal(words[0], bytes: Self.identifierBytes),
            Self.isHexadecimal(words[1], bytes: Self.secretBytes)
        else { return nil }
        identifier = String(words[0])
        secret = Secret(copying: Array(words[1].utf8))
    }

    /// The SHA-256 of the secret.
    var digest: [UInt8] {
        var hasher = SHA256Hasher()
        hasher.update(secret)
        return hasher.finalize()
    }

    /// The key as its owner keeps it.
    var text: String { "\(Self.prefix)\(identifier)_\(secret.revealedText())" }

    private static func isHexadecimal(_ text: Substring, bytes: Int) -> Bool {
        text.utf8.count == 2 * bytes
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
