public import Bytes
public import Certificates
public import Cryptography
public import World

/// Encrypts a payload for a merchant and signs it, as Apple's servers do.
///
/// With a TEST signer it makes tokens that verify under the TEST root. Only Apple can make tokens
/// that verify under Apple's root.
///
/// - Source: Apple, *Payment token format reference* and *Restoring the symmetric key*.
public struct PaymentTokenSealer: Sendable {
    private let writer: SignedDataWriter

    /// Creates a sealer that signs with these certificates.
    public init(signer: SignedDataWriter) { writer = signer }

    /// The recipient of a token.
    public struct Recipient: Sendable {
        /// The merchant's key.
        public let publicKey: PublicKey
        /// SHA-256 of its SubjectPublicKeyInfo.
        public let publicKeyHash: [UInt8]
        /// SHA-256 of the merchant identifier.
        public let merchantIdentifierHash: [UInt8]

        /// The owner of a Payment Processing certificate.
        public init(_ certificate: PaymentProcessingCertificate) {
            publicKey = certificate.certificate.publicKey
            publicKeyHash = SHA256.digest(publicKey.publicKeyInfo)
            merchantIdentifierHash = certificate.merchantIdentifierHash
        }

        /// The owner of a key, given with a merchant identifier instead of a certificate.
        public init(publicKey: PublicKey, merchantIdentifier: String) {
            self.publicKey = publicKey
            publicKeyHash = SHA256.digest(publicKey.publicKeyInfo)
            merchantIdentifierHash = SHA256.digest(merchantIdentifier)
        }
    }

    /// The values that are created for each token.
    public enum Sealing: Sendable {
        /// EC_v1: an ephemeral key, whose public part is in the token.
        case agreement(ephemeralKey: any AgreementKey)
        /// RSA_v1: the payload's key of 16 bytes, and the 32 random bytes of its padding.
        case wrapping(key: Secret, seed: [UInt8])

        /// Draws the values for a token to a recipient from a source of random bytes.
        ///
        /// - Throws: ``Cryptography/CryptographyFailure``.
        public init(
            for recipient: Recipient,
            from randomness: any Randomness
        ) throws(CryptographyFailure) {
            guard case .rsa = recipient.publicKey.kind else {
                self = .agreement(ephemeralKey: try EphemeralKey(on: .p256, from: randomness))
                return
            }
            let seedLength = OAEPPadding.Digests.sha256.seedLength
            self = .wrapping(
                key: Secret(copying: randomness.bytes(16)),
                seed: randomness.bytes(seedLength)
            )
        }
    }

    /// Encrypts and signs.
    ///
    /// - Throws: ``Cryptography/CryptographyFailure`` where the keys do not match or libcrypto failed, and
    ///   ``Certificates/CertificateFailure`` where the signature could not be created.
    public func seal(
        _ payload: Secret,
        to recipient: Recipient,
        by sealing: Sealing,
        transactionID: TransactionID,
        applicationDataHash: [UInt8]?,
        signingTime: UnixTime,
        paymentMethod: UntrustedPaymentMethod?
    ) throws -> SealedPaymentToken {
        let (key, material) = try Self.symmetricKey(for: recipient, by: sealing)
        let data = try AESGCM.seal(
            payload,
            key: key,
            initializationVector: TokenKeyDerivation.initializationVector
        )
        let unsigned = SealedPaymentToken(
            version: material.version,
            data: data,
            signature: [],
            keyMaterial: material,
            publicKeyHash: recipient.publicKeyHash,
            transactionID: transactionID,
            applicationDataHash: applicationDataHash,
            paymentMethod: paymentMethod
        )
        let digest = unsigned.signedContentDigest
        return unsigned.with(
            signature: try writer.sign(contentDigest: digest, signingTime: signingTime)
        )
    }

    private static func symmetricKey(
        for recipient: Recipient,
        by sealing: Sealing
    ) throws(CryptographyFailure) -> (Secret, SealedPaymentToken.KeyMaterial) {
        switch sealing {
        case .agreement(let ephemeralKey):
            let key = TokenKeyDerivation.symmetricKey(
                sharedSecret: try ephemeralKey.sharedSecret(with: recipient.publicKey),
                merchantIdentifierHash: recipient.merchantIdentifierHash
            )
            return (key, .ephemeralPublicKey(ephemeralKey.publicKey.publicKeyInfo))
        case .wrapping(let key, let seed):
            guard key.count == 16 else { throw .wrongKind }
            return (key, .wrappedKey(try recipient.publicKey.wrapping(key, seed: seed)))
        }
    }
}

extension SealedPaymentToken {
    fileprivate func with(signature: [UInt8]) -> SealedPaymentToken {
        SealedPaymentToken(
            version: version,
            data: data,
            signature: signature,
            keyMaterial: keyMaterial,
            publicKeyHash: publicKeyHash,
            transactionID: transactionID,
            applicationDataHash: applicationDataHash,
            paymentMethod: paymentMethod
        )
    }
}
