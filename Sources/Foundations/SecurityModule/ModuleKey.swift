public import Bytes
internal import CPKCS11
public import Cryptography
public import World

/// A private key in a security module. PKCS #11 does the operations; the key itself is never read.
///
/// For a P-256 key the module computes the raw shared secret, and for an RSA key the raw RSA
/// operation, since many modules offer OAEP only with SHA-1; the padding is removed here. All
/// other steps of decrypting a token need no private key and run in the process.
///
/// A lost session, for example after a restart of the module, is opened again once per operation.
///
/// - Source: OASIS, *PKCS #11 Cryptographic Token Interface* 2.40, and its *Current Mechanisms* §
///   2.1.8 and § 2.3.8.
public final class ModuleKey: DecryptionKey {
    /// The default number of sessions of a key.
    public static let standardSessions = 8
    /// The default time that an operation is waited for.
    public static let standardDeadline = Duration.seconds(5)

    /// The public key of the pair.
    public let publicKey: PublicKey
    private let modulus: [UInt8]
    private let pool: SessionPool
    private let threads: BlockingThreads
    private let failure = LockedValue<SecurityModuleFailure?>(nil)

    /// Finds a key and tests that it matches its public key.
    ///
    /// - Parameters:
    ///   - uri: The location of the key.
    ///   - pin: The token's PIN, if it requires one.
    ///   - publicKey: The public key from the certificate, for a token that does not hold it.
    ///   - sessions: The maximum number of open sessions; when all are in use, a caller waits.
    ///   - deadline: How long ``using(_:)`` waits for the module, and an operation for a session.
    ///   - randomness: The source of the challenge for the test.
    /// - Throws: ``SecurityModuleFailure``. A wrong PIN is tried once in the life of the process.
    public init(
        _ uri: ModuleURI,
        pin: Secret?,
        publicKey: PublicKey? = nil,
        sessions: Int = ModuleKey.standardSessions,
        deadline: Duration = ModuleKey.standardDeadline,
        randomness: any Randomness
    ) throws(SecurityModuleFailure) {
        let place = ModuleKeyLocation(
            module: try SecurityModule.at(uri.modulePath),
            uri: uri,
            pin: pin
        )
        let pool = SessionPool(limit: sessions, patience: deadline) {
            () throws(SecurityModuleFailure) in
            try place.openSession()
        }
        threads = BlockingThreads(limit: max(1, sessions), deadline: deadline)
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

    /// Why the last operation with the key failed, or nil if it succeeded.
    public var lastFailure: SecurityModuleFailure? { failure.withLock { $0 } }

    /// The x-coordinate of the shared point, in full length.
    ///
    /// - Source: NIST SP 800-56A Rev. 3 § 5.7.1.2.
    /// - Throws: ``CryptographyFailure/wrongKind`` for another curve or an RSA key,
    ///   ``CryptographyFailure/keyUnavailable`` if the key cannot be used at the moment.
    public func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        guard publicKey.kind == .ellipticCurve(.p256), peer.kind == publicKey.kind else {
            throw .wrongKind
        }
        return try ask { session throws(SecurityModuleFailure) in
            try session.agreement(with: peer)
        }
    }

    /// Unwraps a key that was wrapped with RSAES-OAEP, SHA-256 and MGF1 with SHA-256, without a
    /// label.
    ///
    /// - Source: RFC 8017 § 7.1.2.
    /// - Throws: ``CryptographyFailure/notUnwrapped`` for every problem of the wrapped key,
    ///   ``CryptographyFailure/wrongKind`` for an elliptic-curve key,
    ///   ``CryptographyFailure/keyUnavailable`` if the key cannot be used at the moment.
    public func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        guard case .rsa = publicKey.kind else { throw .wrongKind }
        // For a number that is not below the modulus, modules return various errors.
        guard wrappedKey.count == modulus.count, wrappedKey.lexicographicallyPrecedes(modulus)
        else { throw .notUnwrapped }
        let block = try ask { session throws(SecurityModuleFailure) in
            try session.rsa(wrappedKey)
        }
        return try OAEPPadding.decode(block)
    }

    /// Does work with the key on a thread that may wait for the module.
    ///
    /// A call of the module that does not return keeps its thread and its session; others take their places, at most
    /// as many again.
    ///
    /// - Throws: ``CryptographyFailure/keyUnavailable`` if the module does not answer by the deadline.
    public func using<Answer: Sendable>(
        _ work: @escaping @Sendable () -> Answer
    ) async throws(CryptographyFailure) -> Answer {
        guard let answer = await threads.run(work) else {
            failure.withLock { $0 = .notAnswered }
            throw .keyUnavailable
        }
        return answer
    }

    private func ask<Answer>(
        _ body: (ModuleSession) throws(SecurityModuleFailure) -> Answer
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
        _ body: (ModuleSession) throws(SecurityModuleFailure) -> Answer
    ) throws(SecurityModuleFailure) -> Answer {
        var lastCode: CK_RV = CKR_OK
        for _ in 0..<2 {
            let loan = try pool.take()
            do throws(SecurityModuleFailure) {
                let answer = try body(loan.session)
                pool.giveBack(loan)
                return answer
            } catch {
                guard case .moduleFailed(let code) = error, ModuleSession.losses.contains(code)
                else {
                    pool.giveBack(loan)
                    throw error
                }
                pool.giveBackLost(loan)
                lastCode = code
            }
        }
        throw .sessionLost(code: lastCode)
    }
}
