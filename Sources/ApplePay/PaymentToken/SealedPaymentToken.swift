internal import Cryptography

/// A payment token as it came: parsed, nothing trusted.
///
/// The only way on is ``PaymentTokenVerifier/verify(_:at:)``.
///
/// - Source: Apple, *Payment token format reference*.
public struct SealedPaymentToken: Hashable, Sendable {
    /// The most bytes that are read as a token: 64 KiB, some ten times the largest seen.
    public static let sizeLimit = 65_536

    /// How the token is sealed.
    public let version: PaymentTokenVersion
    /// The sealed payload with its tag.
    public let data: [UInt8]
    /// Apple's signature: CMS signed data.
    public let signature: [UInt8]
    /// What the payload's key is made of.
    public let keyMaterial: KeyMaterial
    /// SHA-256 of the merchant's SubjectPublicKeyInfo. Not signed: good for finding a key only.
    public let publicKeyHash: [UInt8]
    /// The identifier of the payment, as the token claims.
    ///
    /// The signature does not say where this field begins, so it is a fact of an
    /// ``OpenedPaymentToken`` alone; see Documentation/Reference/SignedBytes.md.
    public let transactionID: TransactionID
    /// SHA-256 of the request's application data, where the request had some. A claim like
    /// ``transactionID``.
    public let applicationDataHash: [UInt8]?
    /// What the wallet says of the card outside the signature, where it came along.
    public let paymentMethod: UntrustedPaymentMethod?

    /// What the payload's key is made of.
    public enum KeyMaterial: Hashable, Sendable {
        /// EC_v1: the DER SubjectPublicKeyInfo of the key that Apple made for this token.
        case ephemeralPublicKey([UInt8])
        /// RSA_v1: the symmetric key, wrapped for the merchant.
        case wrappedKey([UInt8])

        var version: PaymentTokenVersion {
            switch self {
            case .ephemeralPublicKey: .ecV1
            case .wrappedKey: .rsaV1
            }
        }

        var signedBytes: [UInt8] {
            switch self {
            case .ephemeralPublicKey(let bytes), .wrappedKey(let bytes): bytes
            }
        }
    }

    /// What Apple's signature is over.
    ///
    /// The key material, the sealed payload, the transaction identifier and the application
    /// data's digest, as bytes one after another; `version` and `publicKeyHash` are not in it, and
    /// neither are the lengths of the fields.
    public var signedContent: [UInt8] {
        keyMaterial.signedBytes + data + transactionID.bytes + (applicationDataHash ?? [])
    }

    /// The sealed payload in the one other reading of ``signedContent``; nil where there is none.
    ///
    /// The key material, the identifier and the digest have fixed lengths and the digest is
    /// optional, so the payload may end 32 bytes earlier or later.
    var dataInOtherReading: [UInt8]? {
        if applicationDataHash != nil { return data + transactionID.bytes }
        let shorter = data.dropLast(TransactionID.length)
        return shorter.count > AESGCM.tagLength ? Array(shorter) : nil
    }

    /// SHA-256 of ``signedContent``, without putting it together.
    var signedContentDigest: [UInt8] {
        var hasher = SHA256Hasher()
        hasher.update(keyMaterial.signedBytes)
        hasher.update(data)
        hasher.update(transactionID.bytes)
        if let applicationDataHash { hasher.update(applicationDataHash) }
        return hasher.finalize()
    }
}

/// What the wallet says of the card, outside Apple's signature: for display only.
///
/// - Source: Apple, PassKit, `PKPaymentMethod`.
public struct UntrustedPaymentMethod: Hashable, Sendable {
    /// A name to show, such as "Visa 1233"; of no fixed format.
    public let displayName: String?
    /// The network, such as "Visa".
    public let network: String?
    /// The kind of card, such as "debit".
    public let type: String?

    /// A description of a card.
    public init(displayName: String?, network: String?, type: String?) {
        self.displayName = displayName
        self.network = network
        self.type = type
    }
}
