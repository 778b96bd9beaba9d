public import Bytes
public import Certificates
public import Cryptography
public import World

/// Seals a payload to a merchant and signs it, as Apple's servers do: EC_v1.
///
/// Whoever holds a TEST signer can make tokens with it that open under the TEST root; nobody but
/// Apple can make one that opens under Apple's.
///
/// - Source: Apple, *Payment token format reference* and *Restoring the symmetric key*.
public struct PaymentTokenSealer: Sendable {
    private let writer: SignedDataWriter

    /// A sealer that signs with these certificates.
    public init(signer: SignedDataWriter) { writer = signer }

    /// To whom a token is sealed.
    public struct Recipient: Sendable {
        let publicKey: PublicKey
        let merchantIdentifierHash: [UInt8]

        /// The owner of a Payment Processing certificate.
        public init(_ certificate: PaymentProcessingCertificate) {
            publicKey = certificate.certificate.publicKey
            merchantIdentifierHash = certificate.merchantIdentifierHash
        }
    }

    /// Seals and signs.
    ///
    /// - Throws: ``SealingFailure``.
    public func seal(
        _ payload: Secret,
        to recipient: Recipient,
        transactionID: TransactionID,
        applicationDataHash: [UInt8]?,
        ephemeralKey: PrivateKey,
        signingTime: UnixTime,
        paymentMethod: UntrustedPaymentMethod?
    ) throws(SealingFailure) -> SealedPaymentToken {
        let data: [UInt8]
        do {
            let sharedSecret = try ephemeralKey.sharedSecret(with: recipient.publicKey)
            let key = TokenKeyDerivation.symmetricKey(
                sharedSecret: sharedSecret,
                merchantIdentifierHash: recipient.merchantIdentifierHash
            )
            data = try AESGCM.seal(
                payload,
                key: key,
                initializationVector: TokenKeyDerivation.initializationVector
            )
        } catch { throw .cryptography(error) }
        let unsigned = SealedPaymentToken(
            version: .ecV1,
            data: data,
            signature: [],
            keyMaterial: .ephemeralPublicKey(ephemeralKey.publicKey.publicKeyInfo),
            publicKeyHash: SHA256.digest(recipient.publicKey.publicKeyInfo),
            transactionID: transactionID,
            applicationDataHash: applicationDataHash,
            paymentMethod: paymentMethod
        )
        do {
            let digest = unsigned.signedContentDigest
            return unsigned.with(
                signature: try writer.sign(contentDigest: digest, signingTime: signingTime)
            )
        } catch { throw .certificate(error) }
    }
}

/// Why a payload could not be sealed.
public enum SealingFailure: Error, Hashable, Sendable {
    /// The keys do not fit, or libcrypto failed.
    case cryptography(CryptographyFailure)
    /// The signature could not be made.
    case certificate(CertificateFailure)
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
