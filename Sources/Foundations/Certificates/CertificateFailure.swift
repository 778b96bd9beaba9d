/// Why bytes are not a certificate or a signing request, or why none could be made.
public enum CertificateFailure: Error, Hashable, Sendable {
    /// The bytes or the text are not a certificate.
    case notACertificate
    /// The bytes or the text are not a signing request.
    case notASigningRequest
    /// The signing request is not signed by the key that is in it.
    case requestSignatureInvalid
    /// The key is of a kind that is not supported here.
    case unsupportedKey
    /// There is more than one certificate where one is wanted.
    case severalCertificates
    /// The root's RSA key is shorter than ``Certificate/minimumRSABits``.
    case weakKey(bits: Int)
    /// The certificate is not that of an authority, so it cannot be a trust anchor.
    case notAnAuthority
    /// libcrypto could not make or sign the certificate.
    case notIssued
}
