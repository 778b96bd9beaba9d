internal import ASN1
internal import Bytes
public import Certificates
internal import Cryptography

/// A merchant's Payment Processing certificate, distinguished from the merchant's other
/// certificates.
///
/// - Source: the form is measured on published certificates
///   (Documentation/Reference/PaymentTokenFormat.md): extension 1.2.840.113635.100.6.32 contains a
///   UTF8String of the upper-case hexadecimal SHA-256 of the merchant identifier, and the key may
///   be used for agreement or encipherment.
public struct PaymentProcessingCertificate: Sendable {
    /// The certificate.
    public let certificate: Certificate
    /// SHA-256 of the merchant identifier.
    public let merchantIdentifierHash: [UInt8]

    /// The merchant identifier, if the subject contains it.
    public var merchantIdentifier: String? { certificate.subject[.userID] }

    /// Checks a certificate.
    ///
    /// - Throws: ``MerchantKeyFailure/identityCertificate``,
    ///   ``MerchantKeyFailure/noMerchantIdentifier``, ``MerchantKeyFailure/repeatedExtension``,
    ///   ``MerchantKeyFailure/merchantIdentifiersDiffer``.
    public init(_ certificate: Certificate) throws(MerchantKeyFailure) {
        guard let value = certificate.extensionValue(AppleExtension.merchantIdentifier),
            let hash = Self.hash(in: value)
        else { throw .noMerchantIdentifier }
        guard !certificate.repeatsAnExtension else { throw .repeatedExtension }
        let usage = certificate.keyUsage ?? []
        guard usage.contains(.keyAgreement) || usage.contains(.keyEncipherment) else {
            throw .identityCertificate
        }
        if let identifier = certificate.subject[.userID] {
            guard SHA256.digest(identifier) == hash else { throw .merchantIdentifiersDiffer }
        }
        self.certificate = certificate
        merchantIdentifierHash = hash
    }

    private static func hash(in value: [UInt8]) -> [UInt8]? {
        var cursor = ASN1Cursor(value)
        guard let content = try? cursor.take(.utf8String).content, cursor.isAtEnd,
            let hash = try? Hexadecimal.decode(value.span.extracting(content)),
            hash.count == SHA256.digestLength
        else { return nil }
        return hash
    }
}
