internal import Bytes
public import Certificates
internal import Cryptography
public import World

/// A token that Apple signed within the time window. Only a verifier creates one.
///
/// Its transaction identifier and application data are claims until the token is decrypted,
/// because the signature does not cover where each field begins; see
/// Documentation/Reference/SignedBytes.md.
public struct VerifiedPaymentToken: Sendable {
    /// The token.
    public let token: SealedPaymentToken
    /// When Apple signed it.
    public let signedAt: UnixTime
    /// The subject of the signer's certificate.
    public let signedBy: DistinguishedName
    let sealing: Sealing

    /// The material of the payload's key, checked as far as possible without the merchant's key.
    enum Sealing: Sendable {
        case agreement(PublicKey)
        case wrapping([UInt8])
    }

    init(
        token: SealedPaymentToken,
        signedAt: UnixTime,
        signedBy: DistinguishedName,
        sealing: Sealing
    ) {
        self.token = token
        self.signedAt = signedAt
        self.signedBy = signedBy
        self.sealing = sealing
    }

    /// Decrypts the token with the key that it names.
    ///
    /// The key is found by `publicKeyHash`, never by trial.
    ///
    /// - Source: Apple, *Restoring the symmetric key*; NIST SP 800-56A for EC_v1, RFC 8017 § 7.1
    ///   for RSA_v1.
    /// - Throws: ``TokenRefusal`` of the steps `publicKeyHash` and `decryption`.
    public func opened(with keys: [MerchantKey]) throws(TokenRefusal) -> OpenedPaymentToken {
        guard let key = keys.first(where: { $0.publicKeyHash == token.publicKeyHash }) else {
            throw .publicKeyHash(
                token: token.publicKeyHash,
                of: token.version,
                ours: keys.map(TokenRefusal.KnownKey.init)
            )
        }
        guard key.version == token.version else {
            throw .decryption(.keyOfAnotherVersion(token: token.version, key: key.version))
        }
        let plaintext: Secret
        do {
            plaintext = try decrypted(token.data, by: key)
        } catch {
            let diagnosis = DecryptionDiagnosis(of: self, keys: keys)
            throw .decryption(diagnosis.problem(after: error, with: key))
        }
        do {
            return OpenedPaymentToken(verified: self, payment: try PaymentPayload(plaintext))
        } catch { throw .decryption(error) }
    }

    /// Decrypts the token like ``opened(with:)``, without blocking the task's thread where the key is in a
    /// security module.
    ///
    /// - Throws: ``TokenRefusal`` like ``opened(with:)``; a module that does not answer in time is an
    ///   unavailable key.
    public func open(with keys: [MerchantKey]) async throws(TokenRefusal) -> OpenedPaymentToken {
        guard let key = keys.first(where: { $0.publicKeyHash == token.publicKeyHash }) else {
            return try opened(with: keys)
        }
        let result = try? await key.using {
            Result { () throws(TokenRefusal) in try opened(with: keys) }
        }
        guard let result else { throw .decryption(.keyUnavailable) }
        return try result.get()
    }

    /// Decrypts a payload with the key that this token's key material and a merchant's key give.
    func decrypted(_ data: [UInt8], by key: MerchantKey) throws(CryptographyFailure) -> Secret {
        try AESGCM.open(
            data,
            key: try symmetricKey(by: key),
            initializationVector: TokenKeyDerivation.initializationVector
        )
    }

    private func symmetricKey(by key: MerchantKey) throws(CryptographyFailure) -> Secret {
        switch sealing {
        case .agreement(let ephemeralKey): return try key.symmetricKey(with: ephemeralKey)
        case .wrapping(let wrappedKey):
            let unwrapped = try key.symmetricKey(unwrapping: wrappedKey)
            guard unwrapped.count == 16 else {
                throw .keyOfAnotherLength(bytes: unwrapped.count)
            }
            return unwrapped
        }
    }
}
