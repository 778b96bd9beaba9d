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
    let sealing: Sealing

    /// What the payload's key is made of, checked as far as it can be without the merchant's key.
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

    /// Opens the token with the key that it names.
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
            plaintext = try AESGCM.open(
                token.data,
                key: try symmetricKey(by: key),
                initializationVector: TokenKeyDerivation.initializationVector
            )
        } catch { throw .decryption(.init(error, opening: token.version)) }
        do {
            return OpenedPaymentToken(verified: self, payment: try PaymentPayload(plaintext))
        } catch { throw .decryption(error) }
    }

    private func symmetricKey(by key: MerchantKey) throws(CryptographyFailure) -> Secret {
        switch sealing {
        case .agreement(let ephemeralKey): return try key.symmetricKey(with: ephemeralKey)
        case .wrapping(let wrappedKey):
            let unwrapped = try key.symmetricKey(unwrapping: wrappedKey)
            guard unwrapped.count == 16 else { throw .notUnwrapped }
            return unwrapped
        }
    }
}

extension TokenRefusal.DecryptionProblem {
    fileprivate init(_ failure: CryptographyFailure, opening version: PaymentTokenVersion) {
        switch (failure, version) {
        case (.authenticationFailed, .ecV1): self = .anotherMerchantIdentifier
        case (.authenticationFailed, .rsaV1): self = .tagMismatch
        case (.notUnwrapped, _): self = .keyNotUnwrapped
        case (.keyUnavailable, _): self = .keyUnavailable
        default: self = .libraryFailed
        }
    }
}
