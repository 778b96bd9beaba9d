internal import Bytes
internal import Cryptography
internal import World

/// How a payload is sealed, step by step, so that each of them can be done wrong.
///
/// Written from Apple's words a second time, and not with the sealer, which can only do it right.
///
/// - Source: Apple, *Restoring the symmetric key*.
struct SealingRecipe {
    /// To which key.
    var publicKey: PublicKey
    /// SHA-256 of the merchant identifier; part of the key of EC_v1 only.
    var merchantIdentifierHash: [UInt8]
    /// EC_v1: the key that travels along; drawn unless given.
    var ephemeralKey: PrivateKey?
    /// RSA_v1: the digests of the padding.
    var digests = OAEPPadding.Digests.sha256
    /// RSA_v1: how many bytes the payload's key has.
    var keyLength = 16
    /// The initialization vector.
    var vector = [UInt8](repeating: 0, count: 16)

    /// Seals a payload and puts the outcome into a token's parts; the signature is left as it was.
    func seal(
        _ payload: [UInt8],
        into parts: inout TokenParts,
        from randomness: any Randomness
    ) throws {
        let key: Secret
        if case .rsa = publicKey.kind {
            key = Secret(copying: randomness.bytes(keyLength))
            parts.wrappedKey = try publicKey.wrapping(
                key,
                seed: randomness.bytes(digests.seedLength),
                digests: digests
            )
        } else {
            let ephemeralKey = try self.ephemeralKey ?? PrivateKey(on: .p256, from: randomness)
            parts.ephemeralPublicKey = ephemeralKey.publicKey.publicKeyInfo
            key = SingleStepKDF.key(
                sharedSecret: try ephemeralKey.sharedSecret(with: publicKey),
                fixedInfo: Array("\u{d}id-aes256-GCMApple".utf8) + merchantIdentifierHash
            )
        }
        parts.data = try AESGCM.seal(
            Secret(copying: payload),
            key: key,
            initializationVector: vector
        )
    }
}
