public import Bytes
internal import Cryptography

/// The keys of one device account: what the Secure Element and the token service share.
public struct CardKeys: Sendable {
    /// The number of bytes of ``bytes``.
    public static let length = 1 + 2 * TripleDESKey.length

    /// The index of the master keys: 0 to 15.
    public let issuerKeyIndex: UInt8
    /// The key for cryptograms.
    public let cryptograms: CardKey
    /// The key for PINs.
    public let pins: CardKey

    init(issuerKeyIndex: UInt8, cryptograms: CardKey, pins: CardKey) {
        self.issuerKeyIndex = issuerKeyIndex
        self.cryptograms = cryptograms
        self.pins = pins
    }

    /// The keys that ``bytes`` was stored from; nil if the length or the index is out of range.
    public init?(restoring bytes: Secret) {
        let half = TripleDESKey.length
        guard bytes.count == Self.length else { return nil }
        issuerKeyIndex = bytes.withBytes { $0[0] }
        guard issuerKeyIndex <= IssuerKeys.largestIndex,
            let cryptograms = TripleDESKey(bytes.part(1..<(1 + half))),
            let pins = TripleDESKey(bytes.part((1 + half)..<(1 + 2 * half)))
        else { return nil }
        self.cryptograms = CardKey(key: cryptograms)
        self.pins = CardKey(key: pins)
    }

    /// The keys, for storage: the index, then the key for cryptograms and the key for PINs.
    public var bytes: Secret {
        Secret(
            joining: [
                Secret(copying: [issuerKeyIndex]), cryptograms.key.bytes, pins.key.bytes,
            ]
        )
    }
}

extension Secret {
    /// Some of the bytes.
    func part(_ range: Range<Int>) -> Secret {
        withBytes { Secret(copying: $0.extracting(range)) }
    }
}
