public import ASN1
public import Certificates
public import Cryptography
public import World

/// How a token's signature is put together, element by element, so that each of them can be done
/// wrong.
///
/// Written from RFC 5652 and not with the writer of honest signatures, which can only do it right.
public struct SignatureRecipe: Sendable {
    /// One signed attribute with its values.
    public struct Attribute: Sendable {
        /// Which attribute.
        public var identifier: ASN1ObjectIdentifier
        /// Its values in DER.
        public var values: [[UInt8]]

        /// An attribute with its values in DER.
        public init(identifier: ASN1ObjectIdentifier, values: [[UInt8]]) {
            self.identifier = identifier
            self.values = values
        }
    }

    /// The certificates that go along, in this order.
    public var certificates: [[UInt8]]
    /// The DER of the issuer and serial number by which the signer is named.
    public var signerName: [UInt8]
    /// The key that signs.
    public var key: any SigningKey
    /// The signer's time; nil leaves the attribute out.
    public var signingTime: UnixTime?
    /// Which digest is named.
    public var digest = ObjectIdentifiers.sha256
    /// The digest's parameters in DER: nothing, or NULL.
    public var digestParameters: [UInt8] = []
    /// Which signature algorithm is named: at first the key's.
    public var algorithm: ASN1ObjectIdentifier
    /// Which signature algorithm the protection attribute names; nil leaves the attribute out.
    public var protectedAlgorithm: ASN1ObjectIdentifier?
    /// The type of the signed content; nil leaves the attribute out.
    public var contentType: ASN1ObjectIdentifier? = ObjectIdentifiers.data
    /// Whether the digest of the content is among the attributes.
    public var hasMessageDigest = true
    /// Attributes beyond the usual ones.
    public var furtherAttributes: [Attribute] = []
    /// The content in the place where a detached signature has nothing.
    public var attachedContent: [UInt8] = []
    /// The attributes after the signature in the signer's part.
    public var unsignedAttributes: [UInt8] = []
    /// How many times the signer's part stands there.
    public var signerCount = 1
    /// The structure's version.
    public var version: UInt8 = 1
    /// Whether the outer elements have BER's indefinite lengths, as Apple's have, and not DER's.
    public var hasIndefiniteLengths = false
    /// The signature in place of the key's: given the digest of the attributes, the signature.
    public var signatureOverride: (@Sendable ([UInt8]) throws -> [UInt8])?

    /// A recipe that makes a good signature.
    public init(
        signer: Certificate,
        intermediate: Certificate,
        key: any SigningKey,
        signingTime: UnixTime
    ) {
        let isRSA = if case .rsa = key.publicKey.kind { true } else { false }
        algorithm = isRSA ? ObjectIdentifiers.rsaWithSHA256 : ObjectIdentifiers.ecdsaWithSHA256
        protectedAlgorithm = algorithm
        certificates = [signer.der, intermediate.der]
        signerName = signer.issuerAndSerialNumber
        self.key = key
        self.signingTime = signingTime
    }

    /// The signature over content of this digest.
    public func sign(contentDigest: [UInt8]) throws -> [UInt8] {
        let attributes = ASN1Encoding.setOf(attributes(contentDigest).map(encoded))
        let attributesDigest = SHA256.digest(attributes)
        let signature =
            try signatureOverride?(attributesDigest)
            ?? key.signature(overSHA256: attributesDigest)
        let signerInfo = ASN1Encoding.sequence([
            ASN1Encoding.integer(1),
            ASN1Encoding.element(.sequence, signerName),
            digestAlgorithm,
            [ASN1Tag.context(0).byte] + attributes.dropFirst(),
            ASN1Encoding.sequence([signatureAlgorithm(algorithm)]),
            ASN1Encoding.element(.octetString, signature),
            unsignedAttributes,
        ])
        return wrapped([UInt8](repeatElement(signerInfo, count: signerCount).joined()))
    }

    private var digestAlgorithm: [UInt8] {
        ASN1Encoding.sequence([ASN1Encoding.objectIdentifier(digest), digestParameters])
    }

    /// RSA's identifier has NULL for parameters, ECDSA's has none (RFC 5754 § 3.2 and 3.3).
    private func signatureAlgorithm(_ identifier: ASN1ObjectIdentifier) -> [UInt8] {
        ASN1Encoding.objectIdentifier(identifier)
            + (identifier == ObjectIdentifiers.rsaWithSHA256 ? ASN1Encoding.null : [])
    }

    private func attributes(_ contentDigest: [UInt8]) -> [Attribute] {
        var attributes = furtherAttributes
        if let contentType {
            attributes.append(.contentType(ASN1Encoding.objectIdentifier(contentType)))
        }
        if let time = signingTime.flatMap(ASN1Time.element) {
            attributes.append(.signingTime(time))
        }
        if hasMessageDigest {
            attributes.append(.messageDigest(ASN1Encoding.element(.octetString, contentDigest)))
        }
        if let protectedAlgorithm {
            let protected = signatureAlgorithm(protectedAlgorithm)
            let value = ASN1Encoding.sequence([
                digestAlgorithm, ASN1Encoding.element(.context(1), protected),
            ])
            attributes.append(.algorithmProtection(value))
        }
        return attributes
    }

    private func encoded(_ attribute: Attribute) -> [UInt8] {
        ASN1Encoding.sequence([
            ASN1Encoding.objectIdentifier(attribute.identifier),
            ASN1Encoding.setOf(attribute.values),
        ])
    }

    private func wrapped(_ signerInfos: [UInt8]) -> [UInt8] {
        let content = outer(
            .sequence,
            [ASN1Encoding.objectIdentifier(ObjectIdentifiers.data), attachedContent]
        )
        let signedData = outer(
            .sequence,
            [
                ASN1Encoding.integer(version),
                ASN1Encoding.element(.set, digestAlgorithm),
                content,
                certificates.isEmpty ? [] : outer(.context(0), certificates),
                ASN1Encoding.element(.set, signerInfos),
            ]
        )
        return outer(
            .sequence,
            [
                ASN1Encoding.objectIdentifier(ObjectIdentifiers.signedData),
                outer(.context(0), [signedData]),
            ]
        )
    }

    private func outer(_ tag: ASN1Tag, _ parts: [[UInt8]]) -> [UInt8] {
        hasIndefiniteLengths
            ? ASN1Encoding.indefinite(tag, parts)
            : ASN1Encoding.element(tag, Array(parts.joined()))
    }
}

extension SignatureRecipe.Attribute {
    /// The type of the signed content.
    public static func contentType(_ values: [UInt8]...) -> Self {
        Self(identifier: ObjectIdentifiers.contentType, values: values)
    }

    /// The digest of the content.
    public static func messageDigest(_ values: [UInt8]...) -> Self {
        Self(identifier: ObjectIdentifiers.messageDigest, values: values)
    }

    /// When it was signed.
    public static func signingTime(_ values: [UInt8]...) -> Self {
        Self(identifier: ObjectIdentifiers.signingTime, values: values)
    }

    /// With which algorithms it was signed.
    public static func algorithmProtection(_ values: [UInt8]...) -> Self {
        Self(identifier: ObjectIdentifiers.algorithmProtection, values: values)
    }
}
