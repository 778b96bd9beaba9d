internal import ASN1
internal import Cryptography

/// The signature of a certificate: how it was made, and over which bytes.
///
/// - Source: RFC 5280 § 4.1.1; RFC 5758 § 3.2 and RFC 4055 § 5 for the algorithms.
struct CertificateSignature: Sendable {
    private let algorithm: Algorithm
    private let signedPart: Range<Int>
    private let signature: [UInt8]

    private enum Algorithm: CaseIterable {
        case ecdsaWithSHA256, ecdsaWithSHA384, rsaWithSHA256

        /// The DER of the AlgorithmIdentifier.
        var identifier: [UInt8] {
            switch self {
            case .ecdsaWithSHA256: Self.ecdsa256
            case .ecdsaWithSHA384: Self.ecdsa384
            case .rsaWithSHA256: Self.rsa256
            }
        }

        private static let ecdsa256 = ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(CMSIdentifiers.ecdsaWithSHA256)
        ])
        private static let ecdsa384 = ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(ASN1ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3))
        ])
        private static let rsa256 = ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(CMSIdentifiers.rsaWithSHA256), ASN1Encoding.null,
        ])
    }

    /// The signature of a certificate, or nil if the two places that name its algorithm differ, or
    /// name one that Apple's certificates do not use, such as any with SHA-1.
    init?(_ der: [UInt8], _ outline: CertificateOutline) {
        let name = der[outline.algorithms.signed]
        guard name == der[outline.algorithms.unsigned], der[outline.signature].first == 0,
            let algorithm = Algorithm.allCases.first(where: { $0.identifier[...] == name })
        else { return nil }
        self.algorithm = algorithm
        signedPart = outline.signedPart
        // The first byte of a BIT STRING counts the bits that are not used.
        signature = Array(der[outline.signature].dropFirst())
    }

    /// Whether the owner of a key signed the certificate of these bytes.
    func isValid(by key: PublicKey, over der: [UInt8]) -> Bool {
        let signed = Array(der[signedPart])
        switch (algorithm, key.kind) {
        case (.ecdsaWithSHA256, .ellipticCurve), (.rsaWithSHA256, .rsa):
            return key.isValidSignature(signature, forSHA256: SHA256.digest(signed))
        case (.ecdsaWithSHA384, .ellipticCurve):
            return key.isValidSignature(signature, forSHA384: SHA384.digest(signed))
        default: return false
        }
    }
}
