internal import Bytes
public import Cryptography
internal import PaymentToken
public import TokenIntake
internal import World

/// The keys to which stored credentials are sealed, in files or in a security module.
///
/// A credential is sealed as Apple seals a payment token: agreement between an ephemeral key and the
/// P-256 key, single-step key derivation, AES-256-GCM. The derivation takes the credential's identifier, so
/// a sealed content opens for no other one.
///
/// - Source: Documentation/Decisions/0065-stored-credentials.md.
public struct CredentialKeys: Sendable {
    private let keys: @Sendable () -> [MerchantKey]

    /// The keys of a keyring that are on P-256, whenever it is loaded.
    ///
    /// - Parameter keyring: The keys. New credentials are sealed to the first one; the others open earlier ones.
    public init(_ keyring: MerchantKeyring) {
        keys = { keyring.keys.filter { $0.version == .ecV1 } }
    }

    /// Some keys; nil where there is none, or one is not on P-256.
    ///
    /// - Parameter keys: The keys. New credentials are sealed to the first one; the others open earlier ones.
    public init?(_ keys: [any DecryptionKey]) {
        let made = keys.compactMap { try? MerchantKey(privateKey: $0, merchantIdentifier: "") }
        guard !made.isEmpty, made.count == keys.count, made.allSatisfy({ $0.version == .ecV1 })
        else { return nil }
        self.keys = { made }
    }

    /// Whether there is a key to which new credentials can be sealed.
    var canSeal: Bool { !keys().isEmpty }

    /// The digests of the keys to which no new credentials are sealed.
    var earlierDigests: [[UInt8]] { keys().dropFirst().map(\.publicKeyHash) }

    /// Seals the content of a credential.
    func seal(
        _ instrument: StoredInstrument,
        of credential: CredentialID,
        _ randomness: any Randomness
    ) throws(CryptographyFailure) -> SealedCredential {
        guard let newest = keys().first else { throw .wrongKind }
        let digest = newest.publicKeyHash
        let ephemeral = try EphemeralKey(on: .p256, from: randomness)
        let shared = try ephemeral.sharedSecret(with: newest.privateKey.publicKey)
        let key = Self.key(shared, credential, digest)
        let sealed = try AESGCM.seal(instrument.bytes, key: key, initializationVector: Self.vector)
        return SealedCredential(
            keyDigest: digest,
            bytes: ephemeral.publicKey.publicKeyInfo + sealed
        )
    }

    /// Opens the content of a credential.
    func open(
        _ sealed: SealedCredential,
        of credential: CredentialID
    ) async throws(CredentialProblem) -> StoredInstrument {
        let named = keys().first { $0.publicKeyHash == sealed.keyDigest }
        guard let key = named?.privateKey, sealed.bytes.count > Self.publicKeyLength,
            let peer = try? PublicKey(
                p256PublicKeyInfo: Array(sealed.bytes.prefix(Self.publicKeyLength))
            )
        else { throw .keyUnavailable(credential) }
        let shared = try? await key.using {
            Result { () throws(CryptographyFailure) in try key.sharedSecret(with: peer) }
        }.get()
        guard let shared else { throw .keyUnavailable(credential) }
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
