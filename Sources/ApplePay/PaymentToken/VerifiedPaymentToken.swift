internal import Bytes
public import Certificates
internal import Cryptography
public import World

/// A token that Apple signed at a time that fits. Only a verifier makes one.
public struct VerifiedPaymentToken: Sendable {
    /// The token.
    public let token: SealedPaymentToken
    /// When Apple signed it.
    public let signedAt: UnixTime
    /// Whose certificate the signature is by.
    public let signedBy: DistinguishedName
    let ephemeralKey: PublicKey?

    init(
        token: SealedPaymentToken,
        signedAt: UnixTime,
        signedBy: DistinguishedName,
        ephemeralKey: PublicKey?
    ) {
        self.token = token
        self.signedAt = signedAt
        self.signedBy = signedBy
        self.ephemeralKey = ephemeralKey
    }

    /// Opens the token with the key that it names.
    ///
    /// The key is found by `publicKeyHash`, never by trial.
    ///
    /// - Source: Apple, *Restoring the symmetric key*; NIST SP 800-56A for EC_v1.
    /// - Throws: ``TokenRefusal`` of the steps `publicKeyHash` and `decryption`.
    public func opened(with keys: [MerchantKey]) throws(TokenRefusal) -> OpenedPaymentToken {
        guard let key = keys.first(where: { $0.publicKeyHash == token.publicKeyHash }) else {
            throw .publicKeyHash(token: token.publicKeyHash, ours: keys.map(\.publicKeyHash))
        }
        guard let ephemeralKey else { throw .decryption(.versionNotOpened(token.version)) }
        let plaintext: Secret
        do {
            let symmetricKey = try key.symmetricKey(with: ephemeralKey)
            plaintext = try AESGCM.open(
                token.data,
                key: symmetricKey,
                initializationVector: TokenKeyDerivation.initializationVector
            )
        } catch {
            guard error == .authenticationFailed else { throw .decryption(.libraryFailed) }
            throw .decryption(.anotherMerchantIdentifier)
        }
        do {
            return OpenedPaymentToken(verified: self, payment: try PaymentPayload(plaintext))
        } catch { throw .decryption(error) }
    }
}
