public import Certificates
public import Cryptography

/// Who signs tokens: a key, its certificate and the intermediate above it.
public struct TokenSigner: Sendable {
    /// The signer's certificate.
    public let certificate: Certificate
    /// The intermediate that certified it.
    public let intermediate: Certificate
    /// The signer's key.
    public let key: any SigningKey

    /// A signer.
    public init(certificate: Certificate, intermediate: Certificate, key: any SigningKey) {
        self.certificate = certificate
        self.intermediate = intermediate
        self.key = key
    }

    /// What signs as this signer, in the form of a time.
    public func writer(_ form: SignedDataWriter.Form = .absent) -> SignedDataWriter {
        SignedDataWriter(leaf: certificate, intermediate: intermediate, key: key, form: form)
    }
}
