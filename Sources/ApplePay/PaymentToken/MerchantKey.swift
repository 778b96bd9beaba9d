internal import Bytes
internal import Certificates
public import Cryptography

/// A merchant's Payment Processing key, with the values that are needed to decrypt tokens.
///
/// - Source: Apple, *Payment token format reference* and *Restoring the symmetric key*.
public struct MerchantKey: Sendable {
    /// SHA-256 of the key's SubjectPublicKeyInfo, by which tokens name the key.
    public let publicKeyHash: [UInt8]
    /// SHA-256 of the merchant identifier.
    public let merchantIdentifierHash: [UInt8]
    /// The version of the tokens that are encrypted for the key.
    public let version: PaymentTokenVersion
    /// The key itself.
    package let privateKey: any DecryptionKey

    /// Creates a key with its merchant identifier, without a certificate.
    ///
    /// - Throws: ``MerchantKeyFailure/unsupportedKey``.
    public init(
        privateKey: any DecryptionKey,
        merchantIdentifier: String
    ) throws(MerchantKeyFailure) {
        try self.init(
            privateKey: privateKey,
            merchantIdentifierHash: SHA256.digest(merchantIdentifier)
        )
    }

    /// Creates a key with its Payment Processing certificate.
    ///
    /// - Throws: ``MerchantKeyFailure``, with a case for each usual mistake.
    public init(
        privateKey: any DecryptionKey,
        certificate: PaymentProcessingCertificate
    ) throws(MerchantKeyFailure) {
        guard certificate.certificate.publicKey == privateKey.publicKey else {
            throw .keyDoesNotMatchCertificate
        }
        try self.init(
            privateKey: privateKey,
            merchantIdentifierHash: certificate.merchantIdentifierHash
        )
    }

    private init(
        privateKey: any DecryptionKey,
        merchantIdentifierHash: [UInt8]
    ) throws(MerchantKeyFailure) {
        guard let version = PaymentTokenVersion(sealedTo: privateKey.publicKey) else {
            throw .unsupportedKey
        }
        self.version = version
        self.privateKey = privateKey
        self.merchantIdentifierHash = merchantIdentifierHash
        publicKeyHash = SHA256.digest(privateKey.publicKey.publicKeyInfo)
    }

    private init(_ other: MerchantKey, merchantIdentifierHash: [UInt8]) {
        publicKeyHash = other.publicKeyHash
        version = other.version
        privateKey = other.privateKey
        self.merchantIdentifierHash = merchantIdentifierHash
    }

    /// This key for another merchant identifier, given by its hash.
    func forMerchant(_ identifierHash: [UInt8]) -> MerchantKey {
        MerchantKey(self, merchantIdentifierHash: identifierHash)
    }

    /// The payload's key of an EC_v1 token.
    func symmetricKey(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        TokenKeyDerivation.symmetricKey(
            sharedSecret: try privateKey.sharedSecret(with: peer),
            merchantIdentifierHash: merchantIdentifierHash
        )
    }

    /// See ``Cryptography/DecryptionKey/using(_:)``.
    func using<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer
    ) async throws(CryptographyFailure) -> Answer { try await privateKey.using(work) }

    /// The payload's key of an RSA_v1 token.
    func symmetricKey(unwrapping wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        try privateKey.unwrap(wrappedKey)
    }
}

/// Why a merchant's key or certificate cannot be used to decrypt tokens.
public enum MerchantKeyFailure: Error, Hashable, Sendable {
    /// The key is neither a P-256 key nor an RSA key of 2048 bits.
    case unsupportedKey
    /// The certificate is for another key.
    case keyDoesNotMatchCertificate
    /// The key may be used neither for agreement nor for encipherment, as in the Merchant Identity
    /// certificate, which is for TLS.
    case identityCertificate
    /// The certificate lacks the merchant-identifier extension.
    case noMerchantIdentifier
    /// The extension and the UID of the subject name different merchants.
    case merchantIdentifiersDiffer
    /// The certificate repeats an extension, so that readers could get different merchants.
    case repeatedExtension
}

extension MerchantKeyFailure: CustomStringConvertible {
    /// The cause and what to do, in one line.
    public var description: String {
        switch self {
        case .unsupportedKey:
            "the key is neither a P-256 key, for EC_v1 tokens, nor an RSA key of 2048 bits, "
                + "for RSA_v1 tokens"
        case .keyDoesNotMatchCertificate:
            "the certificate is for another key; give the key that signed its request"
        case .identityCertificate:
            "the certificate's key usage has neither key agreement nor key encipherment, as in "
                + "the Merchant Identity certificate, which is for TLS; give the Apple Pay Payment "
                + "Processing certificate"
        case .noMerchantIdentifier:
            "the certificate lacks extension 1.2.840.113635.100.6.32, "
                + "so it is not a Payment Processing certificate"
        case .repeatedExtension:
            "the certificate has an extension twice, which RFC 5280 forbids; have it issued anew"
        case .merchantIdentifiersDiffer:
            "the certificate's extension and its UID name different merchants; have it issued anew"
        }
    }
}
