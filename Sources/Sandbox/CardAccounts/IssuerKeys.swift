public import Bytes
internal import Cryptography
public import World

/// The master keys of the token service, from which the keys of all device accounts are derived.
///
/// The token service keeps them, and a device never has them. An account records the index of the
/// keys that it was made from, so that a token service can introduce new ones.
///
/// - Source: EMV 4.3 Book 2 annex A1.4 for the derivation. That PINs have a master key of their own
///   is our decision.
public struct IssuerKeys: Sendable {
    /// The number of bytes of ``bytes``.
    public static let length = 2 * TripleDESKey.length
    /// The largest index: the cryptogram's first byte has four bits for it.
    public static let largestIndex: UInt8 = 15

    /// Which of a token service's keys these are: 0 to 15.
    public let index: UInt8
    private let cryptograms: TripleDESKey
    private let pins: TripleDESKey

    /// Creates keys from random bytes, with odd parity.
    public init(index: UInt8 = 0, from randomness: any Randomness) {
        precondition(index <= Self.largestIndex, "the index has four bits")
        self.index = index
        cryptograms = Self.key(randomness.bytes(TripleDESKey.length))
        pins = Self.key(randomness.bytes(TripleDESKey.length))
    }

    /// The keys that ``bytes`` was stored from; nil if the length or the index is out of range.
    public init?(index: UInt8, restoring bytes: Secret) {
        guard index <= Self.largestIndex, bytes.count == Self.length else { return nil }
        guard let cryptograms = TripleDESKey(bytes.part(0..<TripleDESKey.length)),
            let pins = TripleDESKey(bytes.part(TripleDESKey.length..<Self.length))
        else { return nil }
        self.index = index
        self.cryptograms = cryptograms
        self.pins = pins
    }

    /// The keys, for storage.
    public var bytes: Secret { Secret(joining: [cryptograms.bytes, pins.bytes]) }

    /// The keys of a device account.
    ///
    /// - Parameters:
    ///   - accountNumber: The device account number: 1 to 19 digits.
    ///   - sequenceNumber: The account's sequence number (5F34), 0 to 99.
    /// - Returns: The keys, which the Secure Element gets too.
    public func cardKeys(of accountNumber: Secret, sequenceNumber: UInt8 = 0) -> CardKeys {
        CardKeys(
            issuerKeyIndex: index,
            cryptograms: CardKey(
                derivedFrom: cryptograms,
                accountNumber: accountNumber,
                sequenceNumber: sequenceNumber
            ),
            pins: CardKey(
                derivedFrom: pins,
                accountNumber: accountNumber,
                sequenceNumber: sequenceNumber
            )
        )
    }

    private static func key(_ bytes: [UInt8]) -> TripleDESKey {
        guard let key = TripleDESKey(Secret(copying: bytes)) else {
            preconditionFailure("a key was drawn with another length")
        }
        return key.withOddParity
    }
}
