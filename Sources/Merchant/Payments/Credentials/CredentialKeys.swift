internal import Bytes
public import Cryptography
internal import World

/// The keys to which stored credentials are sealed, in files or in a security module.
///
/// A credential is sealed as Apple seals a payment token: agreement between an ephemeral key and the
/// P-256 key, single-step key derivation, AES-256-GCM. The derivation takes the credential's identifier, so
/// a sealed content opens for no other one.
///
/// - Source: Documentation/Decisions/0065-stored-credentials.md.
public struct CredentialKeys: Sendable {
    /// By the digests of their public keys.
    private let keys: [[UInt8]: any DecryptionKey]
    /// The key to which new credentials are sealed, and its digest.
    private let newest: (digest: [UInt8], key: PublicKey)

    /// Some keys; nil where there is none, or one is not on P-256.
    ///
    /// - Parameter keys: The keys. New credentials are sealed to the first one; the others open earlier ones.
    public init?(_ keys: [any DecryptionKey]) {
        guard let first = keys.first,
            keys.allSatisfy({ $0.publicKey.kind == .ellipticCurve(.p256) })
        else { return nil }
        newest = (Self.digest(of: first.publicKey), first.publicKey)
        self.keys = Dictionary(keys.map { (Self.digest(of: $0.publicKey), $0) }) { first, _ in first
        }
    }

    private static func digest(of key: PublicKey) -> [UInt8] { SHA256.digest(key.publicKeyInfo) }

    /// The digests of the keys to which no new credentials are sealed.
    var earlierDigests: [[UInt8]] { keys.keys.filter { $0 != newest.digest } }

    /// Seals the content of a credential.
    func seal(
        _ instrument: StoredInstrument,
        of credential: CredentialID,
        _ randomness: any Randomness
    ) throws(CryptographyFailure) -> SealedCredential {
        let ephemeral = try EphemeralKey(on: .p256, from: randomness)
        let key = Self.key(try ephemeral.sharedSecret(with: newest.key), credential, newest.digest)
        let sealed = try AESGCM.seal(instrument.bytes, key: key, initializationVector: Self.vector)
        return SealedCredential(
            keyDigest: newest.digest,
            bytes: ephemeral.publicKey.publicKeyInfo + sealed
        )
    }

    /// Opens the content of a credential.
    func open(
        _ sealed: SealedCredential,
        of credential: CredentialID
    ) async throws(CredentialProblem) -> StoredInstrument {
        guard let key = keys[sealed.keyDigest], sealed.bytes.count > Self.publicKeyLength,
            let peer = try? PublicKey(
                p256PublicKeyInfo: Array(sealed.bytes.prefix(Self.publicKeyLength))
            )
        else { throw .keyUnavailable(credential) }
        let shared: Secret
        do throws(CryptographyFailure) {
            shared = try await key.using { () -> Result<Secret, CryptographyFailure> in
                do throws(CryptographyFailure) {
                    return .success(try key.sharedSecret(with: peer))
                } catch { return .failure(error) }
            }.get()
        } catch { throw .keyUnavailable(credential) }
        let content = try? AESGCM.open(
            Array(sealed.bytes.dropFirst(Self.publicKeyLength)),
            key: Self.key(shared, credential, sealed.keyDigest),
            initializationVector: Self.vector
        )
        guard let instrument = content.flatMap(StoredInstrument.init) else {
            throw .keyUnavailable(credential)
        }
        return instrument
    }

    /// The length of a SubjectPublicKeyInfo with an uncompressed point on P-256.
    private static let publicKeyLength = 91
    /// Each key seals one content, so its vector need not differ.
    private static let vector = [UInt8](repeating: 0, count: 12)

    private static func key(
        _ sharedSecret: Secret,
        _ credential: CredentialID,
        _ recipient: [UInt8]
    ) -> Secret {
        SingleStepKDF.key(
            sharedSecret: sharedSecret,
            fixedInfo: Array("stored credential \(credential)".utf8) + recipient
        )
    }
}

/// The content of a credential as it is recorded.
struct SealedCredential: Hashable, Sendable {
    /// SHA-256 of the public key to which it is sealed.
    let keyDigest: [UInt8]
    /// The ephemeral public key, and the ciphertext with its tag.
    let bytes: [UInt8]
}
