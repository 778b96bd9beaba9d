public import ASN1
internal import Bytes
public import Certificates
public import Cryptography
internal import JSON
public import PaymentToken
public import TokenMint
public import World

/// A TEST root with the certificates that tokens need under it, all of them made from one seed.
///
/// It makes good tokens, and the parts from which a test puts together bad ones.
public struct TokenWorkshop: Sendable {
    /// The moment at which the workshop's tokens are signed unless a test says otherwise.
    public static let now = UnixTime(seconds: 1_773_480_413)
    /// When the workshop's certificates begin.
    public static let opening = UnixTime(seconds: 1_700_000_000)
    /// When they end.
    public static let closing = UnixTime(seconds: 1_900_000_000)

    /// The world that everything is drawn from.
    public let world: World
    /// The root, which says TEST in its name.
    public let root: CertificateAuthority
    /// The intermediate above the signer of tokens.
    public let integration: CertificateAuthority
    /// The intermediate above merchants.
    public let relations: CertificateAuthority
    /// The key that signs tokens.
    public let signerKey: PrivateKey
    /// The certificate of that key.
    public let signer: Certificate
    /// The merchant to whom tokens are sealed.
    public let merchant: WorkshopMerchant

    /// A workshop of its own for every seed.
    public init(seed: UInt64) throws {
        world = World.simulated(seed: seed, startingAt: Self.now)
        root = try CertificateAuthority(
            root: Self.template("TEST Root CA \(seed)", isAuthority: true),
            key: Self.key(on: .p384, from: world),
            randomness: world.randomness
        )
        integration = try CertificateAuthority(
            Self.template(
                "TEST Application Integration CA",
                isAuthority: true,
                marker: AppleExtension.applicationIntegration
            ),
            key: Self.key(from: world),
            under: root,
            randomness: world.randomness
        )
        relations = try CertificateAuthority(
            Self.template(
                "TEST Worldwide Developer Relations CA",
                isAuthority: true,
                marker: AppleExtension.developerRelations
            ),
            key: Self.key(from: world),
            under: root,
            randomness: world.randomness
        )
        signerKey = try Self.key(from: world)
        signer = try integration.issue(
            Self.template("TEST ecc-smp-broker-sign", marker: AppleExtension.tokenSigner),
            for: signerKey.publicKey,
            randomness: world.randomness
        )
        merchant = try WorkshopMerchant("merchant.test.quince", under: relations, in: world)
    }

    /// Trust in the workshop's root.
    public var anchor: TrustAnchor {
        get throws { try TrustAnchor(root: root.certificate) }
    }

    /// A verifier that trusts the workshop's root.
    public var verifier: PaymentTokenVerifier {
        get throws { PaymentTokenVerifier(trusting: try anchor) }
    }

    /// A key of the workshop's world.
    public static func key(
        on curve: EllipticCurve = .p256,
        from world: World
    ) throws -> PrivateKey {
        try PrivateKey(on: curve, from: world.randomness)
    }

    /// A certificate of the workshop's form, with a marker as Apple's have it.
    public static func template(
        _ commonName: String,
        isAuthority: Bool = false,
        marker: ASN1ObjectIdentifier? = nil
    ) -> CertificateTemplate {
        CertificateTemplate(
            subject: DistinguishedName([
                .commonName: commonName, .organization: "TEST Quince", .country: "US",
            ]),
            notBefore: opening,
            notAfter: closing,
            isAuthority: isAuthority,
            keyUsage: isAuthority
                ? [.certificateSigning, .revocationListSigning] : .digitalSignature,
            extensions: marker.map {
                [CertificateTemplate.Extension(identifier: $0, value: ASN1Encoding.null)]
            } ?? []
        )
    }
}

extension TokenWorkshop {
    /// The parts in which two good tokens may differ.
    public struct Shape: Sendable {
        /// SHA-256 of the app's own data, where there is some.
        public var applicationDataHash: [UInt8]?
        /// When the token is signed.
        public var signingTime = TokenWorkshop.now
        /// The wallet's description of the card.
        public var paymentMethod: UntrustedPaymentMethod?
        /// To whom the token is sealed, where it is not the workshop's own merchant.
        public var merchant: WorkshopMerchant?

        /// The usual shape.
        public init(
            applicationDataHash: [UInt8]? = nil,
            signingTime: UnixTime = TokenWorkshop.now,
            merchant: WorkshopMerchant? = nil
        ) {
            self.applicationDataHash = applicationDataHash
            self.signingTime = signingTime
            self.merchant = merchant
        }
    }

    /// A good token, by the product's own sealer.
    public func seal(_ payload: String, _ shape: Shape = Shape()) throws -> SealedPaymentToken {
        guard let transactionID = TransactionID(world.randomness.bytes(TransactionID.length)) else {
            throw WorkshopFailure.noTransactionID
        }
        let writer = SignedDataWriter(
            leaf: signer,
            intermediate: integration.certificate,
            key: signerKey
        )
        return try PaymentTokenSealer(signer: writer).seal(
            Secret(copying: Array(payload.utf8)),
            to: .init(PaymentProcessingCertificate((shape.merchant ?? merchant).certificate)),
            by: .agreement(ephemeralKey: Self.key(from: world)),
            transactionID: transactionID,
            applicationDataHash: shape.applicationDataHash,
            signingTime: shape.signingTime,
            paymentMethod: shape.paymentMethod
        )
    }

    /// A good token that holds the usual payload.
    public func seal(_ shape: Shape = Shape()) throws -> SealedPaymentToken {
        try seal(PayloadRecipe(from: world).text, shape)
    }

    /// The parts of a good token, to be changed by a test.
    public func parts(_ shape: Shape = Shape()) throws -> TokenParts {
        TokenParts(of: try seal(shape))
    }

    /// The recipe of a good signature, to be changed by a test.
    public func signature(signingTime: UnixTime = TokenWorkshop.now) -> SignatureRecipe {
        SignatureRecipe(
            signer: signer,
            intermediate: integration.certificate,
            key: signerKey,
            signingTime: signingTime
        )
    }
}

/// Why the workshop could not make what it should.
public enum WorkshopFailure: Error {
    /// The world gave too few bytes.
    case noTransactionID
    /// A certificate is not of the form that libcrypto writes.
    case notACertificate
}

extension TokenWorkshop {
    /// Takes a token all the way: read, verified under the workshop's root, and opened.
    public func open(
        _ json: String,
        at moment: UnixTime = TokenWorkshop.now
    ) throws -> OpenedPaymentToken {
        let token = try SealedPaymentToken(json: Array(json.utf8))
        return try verifier.verify(token, at: moment).opened(with: [merchant.key])
    }

    /// Takes a payload all the way.
    public func open(_ payload: PayloadRecipe) throws -> OpenedPaymentToken {
        try open(seal(payload.text).json.compact)
    }
}
