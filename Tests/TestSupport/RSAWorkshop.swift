internal import Bytes
public import Certificates
public import Cryptography
public import PaymentToken
public import TokenMint
internal import World

/// The parties of RSA_v1 tokens under a workshop's root: a signer and a merchant with RSA keys.
///
/// The RSA keys are libcrypto's own and differ from run to run.
public struct RSAWorkshop: Sendable {
    /// The workshop whose root and intermediates serve.
    public let workshop: TokenWorkshop
    /// The key that signs tokens.
    public let signerKey: RSAPrivateKey
    /// The certificate of that key; itself signed with ECDSA, as Apple's is.
    public let signer: Certificate
    /// The merchant's key.
    public let merchantKey: RSAPrivateKey
    /// The merchant's certificate.
    public let certificate: Certificate

    /// RSA keys under a workshop's root.
    public init(in workshop: TokenWorkshop) throws {
        self.workshop = workshop
        signerKey = try RSAPrivateKey(bits: 2048)
        signer = try workshop.integration.issue(
            TokenWorkshop.template("TEST rsa-smp-broker-sign", marker: AppleExtension.tokenSigner),
            for: signerKey.publicKey,
            randomness: workshop.world.randomness
        )
        merchantKey = try RSAPrivateKey(bits: 2048)
        certificate = try workshop.relations.issue(
            WorkshopMerchant.template(for: "merchant.test.quince.china"),
            for: merchantKey.publicKey,
            randomness: workshop.world.randomness
        )
    }

    /// The key that opens the tokens that are sealed to the merchant.
    public var key: MerchantKey {
        get throws {
            try MerchantKey(
                privateKey: merchantKey,
                certificate: PaymentProcessingCertificate(certificate)
            )
        }
    }

    /// A good token, by the product's own sealer.
    public func seal(_ payload: String? = nil) throws -> SealedPaymentToken {
        let world = workshop.world
        let text = payload ?? PayloadRecipe(from: world).text
        let recipient = PaymentTokenSealer.Recipient(
            try PaymentProcessingCertificate(certificate)
        )
        let writer = SignedDataWriter(
            leaf: signer,
            intermediate: workshop.integration.certificate,
            key: signerKey
        )
        return try PaymentTokenSealer(signer: writer).seal(
            Secret(copying: Array(text.utf8)),
            to: recipient,
            by: .init(for: recipient, from: world.randomness),
            transactionID: TransactionID(drawnFrom: world.randomness),
            applicationDataHash: nil,
            signingTime: TokenWorkshop.now,
            paymentMethod: nil
        )
    }

    /// The parts of a good token, to be changed by a test.
    public func parts() throws -> TokenParts { TokenParts(of: try seal()) }

    /// The recipe of a good signature, to be changed by a test.
    public func signature() -> SignatureRecipe {
        SignatureRecipe(
            signer: signer,
            intermediate: workshop.integration.certificate,
            key: signerKey,
            signingTime: TokenWorkshop.now
        )
    }
}
