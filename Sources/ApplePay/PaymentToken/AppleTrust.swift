public import ASN1
internal import Bytes
public import Certificates
internal import Cryptography

extension TrustAnchor {
    /// Apple Root CA - G3, under which Apple signs payment tokens.
    ///
    /// It is stored as a name and a key, so no certificate of Apple's is part of this project.
    /// Tests compare it with the published certificate.
    ///
    /// - Source: Apple PKI, *Apple Root CA - G3 Root*, SHA-256 of the certificate
    ///   63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179.
    public static let appleRootCAG3: TrustAnchor = {
        let point = """
            0498e92f3d4072a4ed93227281131cdd1095f1c5a34e71dc1416d90ee5a6052a77647b5f4e38d3bb\
            1c44b57ff51fb632625dc9e9845b4f304f115a00fd58580ca5f50f2c4d07471375da9797976f315c\
            ed2b9d7b203bd8b954d95e99a43a510a31
            """
        do {
            return try TrustAnchor(
                name: DistinguishedName([
                    .commonName: "Apple Root CA - G3",
                    .organizationalUnit: "Apple Certification Authority",
                    .organization: "Apple Inc.",
                    .country: "US",
                ]),
                publicKey: PublicKey(uncompressedPoint: Hexadecimal.decode(point)[...], on: .p384)
            )
        } catch {
            preconditionFailure("the key written above is not a key: \(error)")
        }
    }()
}

/// The extensions by which Apple marks certificates for their purpose.
///
/// - Source: Apple, *Payment token format reference* and Apple's certification practice
///   statements for WWDR and Application Integration.
public enum AppleExtension {
    /// In the certificate that signs tokens.
    public static let tokenSigner = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 6, 29)
    /// In the intermediate above it.
    public static let applicationIntegration = ASN1ObjectIdentifier(
        1,
        2,
        840,
        113_635,
        100,
        6,
        2,
        14
    )
    /// In a merchant's certificates: the digest of the merchant identifier.
    public static let merchantIdentifier = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 6, 32)
    /// In the intermediate above merchants' certificates.
    public static let developerRelations = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 6, 2, 15)
    /// In all intermediates of Worldwide Developer Relations since G3.
    public static let worldwideDeveloperRelations = ASN1ObjectIdentifier(
        1,
        2,
        840,
        113_635,
        100,
        6,
        2,
        1
    )
    /// In an Order Type ID certificate: the order type identifier.
    ///
    /// - Source: Apple, open source of Security, SecPolicyPriv.h and `SecPolicyCreateOrderBundleSigner`.
    public static let orderType = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 14, 2)
    /// In the extended key usage of an Order Type ID certificate: the signing of orders.
    public static let orderSigning = ASN1ObjectIdentifier(1, 2, 840, 113_635, 100, 4, 19)
}
