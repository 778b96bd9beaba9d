package import World

/// The identifier of a Secure Element.
public struct SecureElementID: Hashable, Sendable {
    /// The number of bytes of an identifier.
    public static let length = 12
    /// The identifier.
    public let bytes: [UInt8]

    /// A new identifier.
    package init(drawnFrom randomness: any Randomness) {
        bytes = randomness.bytes(Self.length)
    }

    /// An identifier; nil for another number of bytes.
    package init?(restoring bytes: [UInt8]) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }
}
