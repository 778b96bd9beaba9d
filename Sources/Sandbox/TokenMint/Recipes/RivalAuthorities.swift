internal import AppleServers
internal import Certificates
internal import Cryptography
internal import PaymentToken
internal import World

/// Somebody else's authorities, shaped as ours are: an attacker's.
struct RivalAuthorities {
    let signer: TokenSigner

    /// Authorities with keys of their own under a root of this name.
    init(
        rootName: String,
        signing version: PaymentTokenVersion,
        at moment: UnixTime,
        from randomness: any Randomness
    ) throws {
        let root = try CertificateAuthority(
            root: TestAuthorities.template(rootName, years: 25, from: moment),
            key: PrivateKey(on: .p384, from: randomness),
            randomness: randomness
        )
        let integration = try CertificateAuthority(
            TestAuthorities.template(
                "Quince TEST Application Integration CA - G3",
                years: 15,
                from: moment,
                marker: AppleExtension.applicationIntegration
            ),
            key: PrivateKey(on: .p256, from: randomness),
            under: root,
            randomness: randomness
        )
        let key: any SigningKey =
            switch version {
            case .ecV1: try PrivateKey(on: .p256, from: randomness)
            case .rsaV1: try RSAPrivateKey(bits: 2048)
            }
        signer = TokenSigner(
            certificate: try integration.issue(
                TestAuthorities.signerTemplate("smp-broker-sign_UC4-TEST", from: moment),
                for: key.publicKey,
                randomness: randomness
            ),
            intermediate: integration.certificate,
            key: key
        )
    }
}
