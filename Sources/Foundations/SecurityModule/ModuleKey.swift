public import Bytes
internal import CPKCS11
public import Cryptography
public import World

/// A private key in a security module: it is asked over PKCS #11 and never read.
///
/// A P-256 key is asked for the bare shared secret, and an RSA key for the bare RSA operation,
/// since many modules offer OAEP with SHA-1 only; the padding is taken off here. The rest of
/// opening a token needs no private key and is done in the process.
///
/// A session that is lost, as when the module restarts, is opened again once for each operation.
///
/// - Source: OASIS, *PKCS #11 Cryptographic Token Interface* 2.40, and its *Current Mechanisms*
///   § 2.1.8 and § 2.3.8.
public final class ModuleKey: DecryptionKey {
    /// How many sessions a key has unless somebody says otherwise.
    public static let standardSessions = 8

    /// The other half of the pair.
    public let publicKey: PublicKey
    private let modulus: [UInt8]
    private let pool: SessionPool
    private let failure = LockedValue<SecurityModuleFailure?>(nil)

    /// Finds a key and makes sure that it answers as its public half would have it.
    ///
    /// - Parameters:
    ///   - uri: Where the key is.
    ///   - pin: What the token wants to be told, where it does.
    ///   - publicKey: The public half, for a token that does not hold it, as the certificate has it.
    ///   - sessions: The most sessions that are open at one time; who finds none waits.
    ///   - randomness: Where the question comes from that the key is tried with.
    /// - Throws: ``SecurityModuleFailure``. A wrong PIN is tried once in the life of the process.
    public init(
        _ uri: ModuleURI,
        pin: Secret?,
        publicKey: PublicKey? = nil,
        sessions: Int = ModuleKey.standardSessions,
        randomness: any Randomness
    ) throws(SecurityModuleFailure) {
        let place = ModuleKeyLocation(
            module: try SecurityModule.at(uri.modulePath),
            uri: uri,
            pin: pin
        )
        let pool = SessionPool(limit: sessions) { () throws(SecurityModuleFailure) in
            try place.openSession()
        }
        let loan = try pool.take()
        defer { pool.giveBack(loan) }
        let found = try ModulePublicKey.read(of: loan.session)
        guard let known = found ?? publicKey else { throw .keyOfAnotherKind }
        guard try ModuleKeySelfTest(known, randomness).isPassed(in: loan.session) else {
            throw .answersWrongly
        }
        self.pool = pool
        self.publicKey = known
        modulus = ModulePublicKey.modulus(of: known)
    }

    /// Why the key could not be asked the last time, or nil where it could.
    public var lastFailure: SecurityModuleFailure? { failure.withLock { $0 } }

    /// The x-coordinate of the point that both pairs lead to, in full length.
    ///
    /// - Source: NIST SP 800-56A Rev. 3 § 5.7.1.2.
    /// - Throws: ``CryptographyFailure/wrongKind`` for another curve or an RSA key,
    ///   ``CryptographyFailure/keyUnavailable`` where the key cannot be asked.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        guard publicKey.kind == .ellipticCurve(.p256), peer.kind == publicKey.kind else {
            throw .wrongKind
        }
        return try ask { (session) throws(ModuleError) in try session.agreement(with: peer) }
    }

    /// The key that was wrapped with RSAES-OAEP, SHA-256 and MGF1 with SHA-256, without a label.
    ///
    /// - Source: RFC 8017 § 7.1.2.
    /// - Throws: ``CryptographyFailure/notUnwrapped``, whatever is wrong with the wrapped key;
    ///   ``CryptographyFailure/wrongKind`` for a key on a curve,
    ///   ``CryptographyFailure/keyUnavailable`` where the key cannot be asked.
    public func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        guard case .rsa = publicKey.kind else { throw .wrongKind }
        // Modules answer to a number that is not below the modulus with errors of any sort.
        guard wrappedKey.count == modulus.count, wrappedKey.lexicographicallyPrecedes(modulus)
        else { throw .notUnwrapped }
        let block = try ask { (session) throws(ModuleError) in try session.rsa(wrappedKey) }
        return try OAEPPadding.decode(block)
    }

    private func ask<Answer>(
        _ body: (ModuleSession) throws(ModuleError) -> Answer
    ) throws(CryptographyFailure) -> Answer {
        do throws(SecurityModuleFailure) {
            let answer = try answer(body)
            failure.withLock { $0 = nil }
            return answer
        } catch {
            failure.withLock { $0 = error }
            throw .keyUnavailable
        }
    }

    private func answer<Answer>(
        _ body: (ModuleSession) throws(ModuleError) -> Answer
    ) throws(SecurityModuleFailure) -> Answer {
        var lastCode: CK_RV = CKR_OK
        for _ in 0..<2 {
            let loan = try pool.take()
            do throws(ModuleError) {
                let answer = try body(loan.session)
                pool.giveBack(loan)
                return answer
            } catch {
                guard error.isLoss else {
                    pool.giveBack(loan)
                    throw .moduleFailed(code: error.code)
                }
                pool.giveBackLost(loan)
                lastCode = error.code
            }
        }
        throw .sessionLost(code: lastCode)
    }
}
