internal import Cryptography

/// A payment token as received: parsed, and not verified.
///
/// The next step is ``PaymentTokenVerifier/verify(_:at:)``.
///
/// - Source: Apple, *Payment token format reference*.
public struct SealedPaymentToken: Hashable, Sendable {
    /// Maximum size of a token: 64 KiB, about ten times the largest one observed.
    public static let sizeLimit = 65_536

    /// How the token is encrypted.
    public let version: PaymentTokenVersion
    /// The encrypted payload with its tag.
    public let data: [UInt8]
    /// Apple's signature: CMS signed data.
    public let signature: [UInt8]
    /// The material of the payload's key.
    public let keyMaterial: KeyMaterial
    /// SHA-256 of the merchant's SubjectPublicKeyInfo. Not signed: use it only to find a key.
    public let publicKeyHash: [UInt8]
    /// The identifier of the payment, as the token claims.
    ///
    /// The signature does not say where this field begins, so it is a fact of an
    /// ``OpenedPaymentToken`` alone; see Documentation/Reference/SignedBytes.md.
    public let transactionID: TransactionID
    /// SHA-256 of the request's application data; nil if the request had none. A claim like
    /// ``transactionID``.
    public let applicationDataHash: [UInt8]?
    /// The wallet's description of the card, if it was sent. Not signed.
    public let paymentMethod: UntrustedPaymentMethod?

    /// The material of the payload's key.
    public enum KeyMaterial: Hashable, Sendable {
        /// EC_v1: the DER SubjectPublicKeyInfo of the ephemeral key that Apple created for this
        /// token.
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

    /// The bytes that Apple's signature covers.
    ///
    /// They are the key material, the encrypted payload, the transaction identifier and the digest
    /// of the application data, concatenated. `version`, `publicKeyHash` and the lengths of the
    /// fields are not covered.
    public var signedContent: [UInt8] {
        keyMaterial.signedBytes + data + transactionID.bytes + (applicationDataHash ?? [])
    }

    /// The encrypted payload in the other possible reading of ``signedContent``; nil if there is
    /// none.
    ///
    /// The key material, the identifier and the digest have fixed lengths and the digest is
    /// optional, so the payload may end 32 bytes earlier or later.
    var dataInOtherReading: [UInt8]? {
        if applicationDataHash != nil { return data + transactionID.bytes }
        let shorter = data.dropLast(TransactionID.length)
        return shorter.count > AESGCM.tagLength ? Array(shorter) : nil
    }

    /// SHA-256 of ``signedContent``, computed without concatenating it.
    var signedContentDigest: [UInt8] {
        var hasher = SHA256Hasher()
        hasher.update(keyMaterial.signedBytes)
        hasher.update(data)
        hasher.update(transactionID.bytes)
        if let applicationDataHash { hasher.update(applicationDataHash) }
        return hasher.finalize()
    }
}

/// The wallet's description of the card, which Apple's signature does not cover: for display only.
///
/// - Source: Apple, PassKit, `PKPaymentMethod`.
public struct UntrustedPaymentMethod: Hashable, Sendable {
    /// A name to show, such as "Visa 1233". Its form is not fixed.
    public let displayName: String?
    /// The network, such as "Visa".
    public let network: String?
    /// The kind of card, such as "debit".
    public let type: String?

    /// Creates a description.
    public init(displayName: String?, network: String?, type: String?) {
        self.displayName = displayName
        self.network = network
        self.type = type
    }
}
