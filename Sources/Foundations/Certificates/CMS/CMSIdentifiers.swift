internal import ASN1

/// The object identifiers of signed data with the algorithms that Apple signs tokens with.
///
/// - Source: RFC 5652, RFC 5754 (SHA-256), RFC 5758 (ECDSA), RFC 4055 (RSA), RFC 6211
///   (algorithm protection).
enum CMSIdentifiers {
    static let signedData = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 2)
    static let data = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1)
    static let contentType = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 3)
    static let messageDigest = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 4)
    static let signingTime = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 5)
    static let algorithmProtection = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 52)
    static let sha256 = ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
    static let ecdsaWithSHA256 = ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2)
    static let rsaWithSHA256 = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 11)
    static let rsaEncryption = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 1)
}
