internal import ASN1
internal import Bytes
public import Certificates
public import Cryptography
public import PaymentToken
public import World

/// A merchant with a Payment Processing key and its certificate.
public struct WorkshopMerchant: Sendable {
    /// The merchant identifier.
    public let identifier: String
    /// The Payment Processing key.
    public let privateKey: PrivateKey
    /// The Payment Processing certificate.
    public let certificate: Certificate

    /// A merchant whose certificate has the form of Apple's.
    public init(
        _ identifier: String,
        under authority: CertificateAuthority,
        in world: World,
        key: PrivateKey? = nil,
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws {
        let privateKey = try key ?? TokenWorkshop.key(from: world)
        self.identifier = identifier
        self.privateKey = privateKey
        var template = Self.template(for: identifier)
        change(&template)
        certificate = try authority.issue(
            template,
            for: privateKey.publicKey,
            randomness: world.randomness
        )
    }

    /// The key that opens the tokens that are sealed to this merchant.
    public var key: MerchantKey {
        get throws {
            try MerchantKey(
                privateKey: privateKey,
                certificate: PaymentProcessingCertificate(certificate)
            )
        }
    }

    /// The content of a merchant's certificate; a test may change it before it is issued.
    public static func template(for identifier: String) -> CertificateTemplate {
        var template = TokenWorkshop.template("")
        template.subject = DistinguishedName([
            .userID: identifier, .commonName: "Apple Pay Payment Processing:\(identifier)",
        ])
        template.keyUsage = [.keyEncipherment, .keyAgreement]
        let digits = Hexadecimal.encode(SHA256.digest(identifier)).uppercased()
        template.extensions = [
            .init(
                identifier: AppleExtension.merchantIdentifier,
                value: ASN1Encoding.element(.utf8String, Array(digits.utf8))
            )
        ]
        return template
    }
}
