internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// TEST authorities, who sign tokens for them, and a merchant: all that is needed to make and open
/// tokens.
struct TestChain {
    static let merchantIdentifier = "merchant.example.quince-bench"
    /// When everything here happens: tokens are signed and checked at this moment.
    static let moment = UnixTime(seconds: 1_760_000_000)

    let authorities: TestAuthorities
    /// Not the authorities' own, because the floor needs the key itself.
    let signerKey: PrivateKey
    let signer: TokenSigner
    let rsaSigner: TokenSigner
    let merchantKey: PrivateKey
    let rsaMerchantKey: RSAPrivateKey
    let anchor: TrustAnchor

    init(_ world: World) throws {
        let randomness = world.randomness
        authorities = try TestAuthorities(world: world)
        signerKey = try PrivateKey(on: .p256, from: randomness)
        signer = try TokenSigner(
            certifiedBy: authorities.integrationAuthority,
            as: TestAuthorities.signerTemplate("Quince TEST Token Signer", from: Self.moment),
            key: signerKey,
            randomness: randomness
        )
        rsaSigner = try authorities.signer(of: .rsaV1, from: randomness)
        merchantKey = try PrivateKey(on: .p256, from: randomness)
        rsaMerchantKey = try RSAPrivateKey(bits: 2048)
        anchor = try TrustAnchor(root: authorities.root)
    }

    /// The signer of the tokens of a version.
    func sealer(_ version: PaymentTokenVersion) -> PaymentTokenSealer {
        PaymentTokenSealer(signer: (version == .ecV1 ? signer : rsaSigner).writer())
    }

    /// The merchant to whom the tokens of a version are sealed.
    func recipient(_ version: PaymentTokenVersion) -> PaymentTokenSealer.Recipient {
        PaymentTokenSealer.Recipient(
            publicKey: version == .ecV1 ? merchantKey.publicKey : rsaMerchantKey.publicKey,
            merchantIdentifier: Self.merchantIdentifier
        )
    }

    /// The keys that open the tokens of both versions.
    func merchantKeys() throws(MerchantKeyFailure) -> [MerchantKey] {
        let keys: [any DecryptionKey] = [merchantKey, rsaMerchantKey]
        return try keys.map { key throws(MerchantKeyFailure) in
            try MerchantKey(privateKey: key, merchantIdentifier: Self.merchantIdentifier)
        }
    }
}
