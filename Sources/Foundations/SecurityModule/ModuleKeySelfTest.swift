internal import Bytes
internal import CPKCS11
internal import Cryptography
internal import World

/// A challenge to a key whose answer is known from its public key.
///
/// It detects a certificate of another key, a key whose use is not permitted, and a module without
/// the mechanism.
struct ModuleKeySelfTest {
    private let publicKey: PublicKey
    private let randomness: any Randomness

    init(_ publicKey: PublicKey, _ randomness: any Randomness) {
        self.publicKey = publicKey
        self.randomness = randomness
    }

    /// Whether the answer is right.
    func isPassed(in session: ModuleSession) throws(SecurityModuleFailure) -> Bool {
        do throws(SecurityModuleFailure) {
            switch publicKey.kind {
            case .ellipticCurve: return try agrees(session)
            case .rsa: return try decrypts(session)
            }
        } catch {
            guard case .moduleFailed(let code) = error, Self.forbidding.contains(code) else {
                throw error
            }
            throw .keyMayNotBeUsed(code: code)
        }
    }

    private func agrees(_ session: ModuleSession) throws(SecurityModuleFailure) -> Bool {
        guard let ephemeral = try? PrivateKey(on: .p256, from: randomness),
            let expected = try? ephemeral.sharedSecret(with: publicKey)
        else { return false }
        return try session.agreement(with: ephemeral.publicKey) == expected
    }

    private func decrypts(_ session: ModuleSession) throws(SecurityModuleFailure) -> Bool {
        let message = Secret(copying: randomness.bytes(16))
        let seed = randomness.bytes(OAEPPadding.Digests.sha256.seedLength)
        guard let wrapped = try? publicKey.wrapping(message, seed: seed) else { return false }
        let block = try session.rsa(wrapped)
        return (try? OAEPPadding.decode(block)) == message
    }

    private static let forbidding: Set<CK_RV> = [
        CKR_KEY_FUNCTION_NOT_PERMITTED, CKR_MECHANISM_INVALID, CKR_MECHANISM_PARAM_INVALID,
        CKR_KEY_TYPE_INCONSISTENT,
    ]
}
