public import Certificates
public import Cryptography
public import World

/// A token signer: a key, its certificate and the intermediate above it.
public struct TokenSigner: Sendable {
    /// The signer's certificate.
    public let certificate: Certificate
    /// The intermediate that certified it.
    public let intermediate: Certificate
    /// The signer's key.
    public let key: any SigningKey

    /// Creates a signer.
    public init(certificate: Certificate, intermediate: Certificate, key: any SigningKey) {
        self.certificate = certificate
        self.intermediate = intermediate
        self.key = key
    }

    /// Creates a signer with a certificate that an authority issues from a template.
    ///
    /// - Throws: ``Certificates/CertificateFailure``.
    public init(
        certifiedBy authority: CertificateAuthority,
        as template: CertificateTemplate,
        key: any SigningKey,
        randomness: any Randomness
    ) throws(CertificateFailure) {
        certificate = try authority.issue(template, for: key.publicKey, randomness: randomness)
        intermediate = authority.certificate
        self.key = key
    }

    /// The signature writer of this signer, with a form of the signing time.
    public func writer(_ form: SignedDataWriter.Form = .absent) -> SignedDataWriter {
        SignedDataWriter(leaf: certificate, intermediate: intermediate, key: key, form: form)
    }
}
