internal import ASN1
public import Cryptography
public import World

/// Signs content in the form in which Apple signs payment tokens: detached, BER with indefinite
/// lengths, the leaf before the intermediate.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, as measured on tokens of 2014 to 2026.
public struct SignedDataWriter: Sendable {
    /// The form, which has changed over the years.
    public enum Form: String, Hashable, Sendable, CaseIterable {
        /// The digest has no parameters: tokens of 2023 and later.
        case absent
        /// The digest's parameters are NULL: tokens of 2017 to 2022.
        case null
        /// NULL, and no algorithm protection: tokens of 2014 to 2016.
        case year2014 = "2014"
    }

    /// How the structure is encoded.
    public enum Encoding: Hashable, Sendable {
        /// With indefinite lengths, as in tokens.
        case indefinite
        /// DER, as in order packages.
        case distinguished
    }

    private let leaf: Certificate
    private let intermediate: Certificate
    private let key: any SigningKey
    private let form: Form
    private let encoding: Encoding

    /// A signer with its certificates.
    public init(
        leaf: Certificate,
        intermediate: Certificate,
        key: any SigningKey,
        form: Form = .absent,
        encoding: Encoding = .indefinite
    ) {
        self.form = form
        self.encoding = encoding
        self.leaf = leaf
        self.intermediate = intermediate
        self.key = key
    }

    /// Signed data over content of this digest.
    ///
    /// - Throws: ``CertificateFailure/notIssued`` where libcrypto cannot sign or the time lies
    ///   outside the years that certificates can say.
    public func sign(
        contentDigest: [UInt8],
        signingTime: UnixTime
    ) throws(CertificateFailure) -> [UInt8] {
        guard let attributes = attributes(contentDigest: contentDigest, signingTime: signingTime),
            let signature = try? key.signature(overSHA256: SHA256.digest(attributes))
        else { throw .notIssued }
        return signedData(attributes: attributes, signature: signature)
    }

    private var digestAlgorithm: [UInt8] {
        ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(CMSIdentifiers.sha256),
            form == .absent ? [] : ASN1Encoding.null,
        ])
    }

    /// RSA's identifier has NULL for parameters, ECDSA's has none (RFC 5754 § 3.2 and 3.3).
    private var signatureAlgorithm: [UInt8] {
        switch key.publicKey.kind {
        case .ellipticCurve: ASN1Encoding.objectIdentifier(CMSIdentifiers.ecdsaWithSHA256)
        case .rsa: ASN1Encoding.objectIdentifier(CMSIdentifiers.rsaWithSHA256) + ASN1Encoding.null
        }
    }

    /// The attributes as the SET OF that is signed.
    private func attributes(contentDigest: [UInt8], signingTime: UnixTime) -> [UInt8]? {
        guard let time = ASN1Time.element(signingTime) else { return nil }
        var attributes = [
            attribute(
                CMSIdentifiers.contentType,
                ASN1Encoding.objectIdentifier(CMSIdentifiers.data)
            ),
            attribute(CMSIdentifiers.signingTime, time),
            attribute(
                CMSIdentifiers.messageDigest,
                ASN1Encoding.element(.octetString, contentDigest)
            ),
        ]
        if form != .year2014 {
            let protection = ASN1Encoding.sequence([
                digestAlgorithm, ASN1Encoding.element(.context(1), signatureAlgorithm),
            ])
            attributes.append(attribute(CMSIdentifiers.algorithmProtection, protection))
        }
        return ASN1Encoding.setOf(attributes)
    }

    private func attribute(_ identifier: ASN1ObjectIdentifier, _ value: [UInt8]) -> [UInt8] {
        ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(identifier),
            ASN1Encoding.element(.set, value),
        ])
    }

    private func constructed(_ tag: ASN1Tag, _ parts: [[UInt8]]) -> [UInt8] {
        switch encoding {
        case .indefinite: ASN1Encoding.indefinite(tag, parts)
        case .distinguished: ASN1Encoding.element(tag, parts.flatMap(\.self))
        }
    }

    /// A SET OF, which DER sorts; tokens have the leaf first.
    private var certificates: [[UInt8]] {
        let both = [leaf.der, intermediate.der]
        return encoding == .indefinite ? both : both.sorted { $0.lexicographicallyPrecedes($1) }
    }

    private func signedData(attributes: [UInt8], signature: [UInt8]) -> [UInt8] {
        let signerInfo = ASN1Encoding.sequence([
            ASN1Encoding.integer(1),
            ASN1Encoding.element(.sequence, leaf.issuerAndSerialNumber),
            digestAlgorithm,
            [ASN1Tag.context(0).byte] + attributes.dropFirst(),
            ASN1Encoding.sequence([signatureAlgorithm]),
            ASN1Encoding.element(.octetString, signature),
        ])
        let content = constructed(
            .sequence,
            [
                ASN1Encoding.integer(1),
                ASN1Encoding.element(.set, digestAlgorithm),
                constructed(
                    .sequence,
                    [ASN1Encoding.objectIdentifier(CMSIdentifiers.data)]
                ),
                constructed(.context(0), certificates),
                ASN1Encoding.element(.set, signerInfo),
            ]
        )
        return constructed(
            .sequence,
            [
                ASN1Encoding.objectIdentifier(CMSIdentifiers.signedData),
                constructed(.context(0), [content]),
            ]
        )
    }
}
