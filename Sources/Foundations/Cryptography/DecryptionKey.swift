public import Bytes

/// A private key for key agreement.
public protocol AgreementKey: Sendable {
    /// The public key of the pair.
    var publicKey: PublicKey { get }

    /// The x-coordinate of the shared point, in full length.
    ///
    /// - Source: NIST SP 800-56A Rev. 3 § 5.7.1.2.
    /// - Throws: ``CryptographyFailure/wrongKind`` for a peer on another curve and for an RSA key,
    ///   ``CryptographyFailure/keyUnavailable`` if the key cannot be used at the moment.
    func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret
}

/// A private key that decrypts what was encrypted for it.
///
/// It may be in a security module, which does the operations; the key itself is never read.
public protocol DecryptionKey: AgreementKey {
    /// Unwraps a key that was wrapped with RSAES-OAEP, SHA-256 and MGF1 with SHA-256, without a
    /// label.
    ///
    /// - Source: RFC 8017 § 7.1.2.
    /// - Throws: ``CryptographyFailure/notUnwrapped`` if it was not wrapped in this way for this
    ///   key, ``CryptographyFailure/wrongKind`` for an elliptic-curve key,
    ///   ``CryptographyFailure/keyUnavailable`` if the key cannot be used at the moment.
    func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret

    /// Does work with the key. It is done on a thread of its own, and not waited for for ever, where the key is in a
    /// device; for a key in memory at once.
    ///
    /// - Parameter work: The work. It may still go on after a failure was thrown.
    /// - Returns: What the work returned.
    /// - Throws: ``CryptographyFailure/keyUnavailable`` if the device did not answer in time.
    func using<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer
    ) async throws(CryptographyFailure) -> Answer
}

extension DecryptionKey {
    /// Does work with a key in memory, at once.
    public func using<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer
    ) async throws(CryptographyFailure) -> Answer { work() }
}
