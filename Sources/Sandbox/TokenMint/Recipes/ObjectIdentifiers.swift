public import ASN1

/// The object identifiers that hand-made certificates and signatures need.
///
/// - Source: RFC 5280, RFC 5652, RFC 5754, RFC 5758, RFC 6211, RFC 8017.
public enum ObjectIdentifiers {
    /// CMS signed data.
    public static let signedData = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 2)
    /// CMS data.
    public static let data = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 7, 1)
    /// The attribute that says what was signed.
    public static let contentType = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 3)
    /// The attribute with the digest.
    public static let messageDigest = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 4)
    /// The attribute with the time.
    public static let signingTime = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 5)
    /// The attribute with the algorithms.
    public static let algorithmProtection = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 9, 52)
    /// SHA-256.
    public static let sha256 = ASN1ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
    /// SHA-1.
    public static let sha1 = ASN1ObjectIdentifier(1, 3, 14, 3, 2, 26)
    /// ECDSA over SHA-256.
    public static let ecdsaWithSHA256 = ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2)
    /// ECDSA over SHA-384.
    public static let ecdsaWithSHA384 = ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3)
    /// ECDSA over SHA-1.
    public static let ecdsaWithSHA1 = ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 1)
    /// RSA over SHA-256.
    public static let rsaWithSHA256 = ASN1ObjectIdentifier(1, 2, 840, 113_549, 1, 1, 11)
    /// The extension that names the owner's key.
    public static let subjectKeyIdentifier = ASN1ObjectIdentifier(2, 5, 29, 14)
    /// The extension that says what the key may be used for.
    public static let keyUsage = ASN1ObjectIdentifier(2, 5, 29, 15)
    /// The extension that says whether the owner is an authority.
    public static let basicConstraints = ASN1ObjectIdentifier(2, 5, 29, 19)
    /// The extension that names the issuer's key.
    public static let authorityKeyIdentifier = ASN1ObjectIdentifier(2, 5, 29, 35)
    /// An extension that no verifier knows.
    public static let unknownExtension = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 99, 1)
}
