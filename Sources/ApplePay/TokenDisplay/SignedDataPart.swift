internal import ASN1

/// An element of Apple's signature, by its place.
///
/// - Source: RFC 5652 § 5 (SignedData), RFC 5280 § 4.1 (certificates).
enum SignedDataPart: Hashable {
    case contentInfo, contentType, content, signedData, version, digestAlgorithms, contentKind
    case certificates, revocations, signerInfos, signerInfo, signerIdentifier, signedAttributes
    case unsignedAttributes, attribute, attributeType, attributeValues, attributeValue
    case algorithm, algorithmIdentifier, algorithmParameters, signature
    case certificate, toBeSigned, serialNumber, issuer, subject, validity, notBefore, notAfter
    case nameSet, nameAttribute, nameType, nameValue
    case publicKeyInfo, publicKey, certificateSignature, versionTag, extensionsTag, extensions
    case certificateExtension, extensionIdentifier, critical, extensionValue
    case other

    /// The name of the element, as the standard has it.
    var name: String { words.0 }
    /// Its purpose.
    var meaning: String { words.1 }

    /// The part that an element in this one is.
    ///
    /// - Parameters:
    ///   - identifier: Its identifier byte.
    ///   - index: Its number among the elements that are in this one.
    ///   - hasVersion: Whether the first of them is a version with a tag.
    /// - Returns: What it is.
    func part(_ identifier: UInt8, _ index: Int, hasVersion: Bool) -> SignedDataPart {
        switch self {
        case .contentInfo: index == 0 ? .contentType : .content
        case .content: .signedData
        case .signedData: Self.inSignedData(identifier, index)
        case .digestAlgorithms: .algorithm
        case .contentKind: index == 0 ? .contentType : .content
        case .certificates: .certificate
        case .signerInfos: .signerInfo
        case .signerInfo: Self.inSignerInfo(identifier, index)
        case .signerIdentifier: index == 0 ? .issuer : .serialNumber
        case .signedAttributes, .unsignedAttributes: .attribute
        case .attribute: index == 0 ? .attributeType : .attributeValues
        case .attributeValues: .attributeValue
        case .algorithm: index == 0 ? .algorithmIdentifier : .algorithmParameters
        case .certificate: [.toBeSigned, .algorithm, .certificateSignature][min(index, 2)]
        case .toBeSigned: Self.inCertificate(index + (hasVersion ? 0 : 1))
        case .versionTag: .version
        case .issuer, .subject: .nameSet
        case .nameSet: .nameAttribute
        case .nameAttribute: index == 0 ? .nameType : .nameValue
        case .validity: index == 0 ? .notBefore : .notAfter
        case .publicKeyInfo: index == 0 ? .algorithm : .publicKey
        case .extensionsTag: .extensions
        case .extensions: .certificateExtension
        case .certificateExtension:
            index == 0 ? .extensionIdentifier : identifier == 1 ? .critical : .extensionValue
        default: .other
        }
    }

    private static func inSignedData(_ identifier: UInt8, _ index: Int) -> SignedDataPart {
        switch (identifier, index) {
        case (_, 0): .version
        case (_, 1): .digestAlgorithms
        case (_, 2): .contentKind
        case (ASN1Tag.context(0).byte, _): .certificates
        case (ASN1Tag.context(1).byte, _): .revocations
        default: .signerInfos
        }
    }

    private static func inSignerInfo(_ identifier: UInt8, _ index: Int) -> SignedDataPart {
        switch (identifier, index) {
        case (_, 0): .version
        case (_, 1): .signerIdentifier
        case (ASN1Tag.context(0).byte, _): .signedAttributes
        case (ASN1Tag.context(1).byte, _): .unsignedAttributes
        case (ASN1Tag.octetString.byte, _): .signature
        default: .algorithm
        }
    }

    private static func inCertificate(_ index: Int) -> SignedDataPart {
        let parts: [SignedDataPart] = [
            .versionTag, .serialNumber, .algorithm, .issuer, .validity, .subject, .publicKeyInfo,
        ]
        return index < parts.count ? parts[index] : .extensionsTag
    }

    private var words: (String, String) {
        switch self {
        case .contentInfo: ("ContentInfo", "the whole: CMS, RFC 5652")
        case .contentType: ("contentType", "what the content is")
        case .content: ("content", "")
        case .signedData: ("SignedData", "a signature with what is needed to check it")
        case .version: ("version", "")
        case .digestAlgorithms: ("digestAlgorithms", "with what the content is digested")
        case .contentKind:
            (
                "encapContentInfo",
                "what was signed; the content itself is not in the signature (detached)"
            )
        case .certificates: ("certificates", "the signer's certificate and its intermediate's")
        case .revocations: ("crls", "")
        case .signerInfos: ("signerInfos", "one signer")
        case .signerInfo: ("SignerInfo", "")
        case .signerIdentifier: ("sid", "which of the certificates is the signer's")
        case .signedAttributes: ("signedAttrs", "what the signature is really over")
        case .unsignedAttributes: ("unsignedAttrs", "not covered by the signature")
        case .signature: ("signature", "by the signer's key, over signedAttrs as a SET")
        default: moreWords
        }
    }

    private var moreWords: (String, String) {
        switch self {
        case .attribute: ("Attribute", "")
        case .attributeType: ("attrType", "")
        case .attributeValues: ("attrValues", "")
        case .attributeValue: ("value", "")
        case .algorithm: ("AlgorithmIdentifier", "")
        case .algorithmIdentifier: ("algorithm", "")
        case .algorithmParameters: ("parameters", "")
        case .certificate: ("Certificate", "X.509, RFC 5280")
        case .toBeSigned: ("tbsCertificate", "what the issuer signed")
        case .serialNumber: ("serialNumber", "unique for the issuer")
        case .issuer: ("issuer", "who signed the certificate")
        case .subject: ("subject", "whose certificate it is")
        case .validity: ("validity", "")
        case .notBefore: ("notBefore", "")
        case .notAfter: ("notAfter", "")
        case .nameSet: ("RelativeDistinguishedName", "")
        case .nameAttribute: ("AttributeTypeAndValue", "")
        case .nameType: ("type", "")
        case .nameValue: ("value", "")
        case .publicKeyInfo: ("subjectPublicKeyInfo", "")
        case .publicKey: ("subjectPublicKey", "the public key")
        case .certificateSignature: ("signatureValue", "by the issuer's key, over tbsCertificate")
        case .versionTag: ("[0] version", "")
        case .extensionsTag: ("[3] extensions", "")
        case .extensions: ("Extensions", "")
        case .certificateExtension: ("Extension", "")
        case .extensionIdentifier: ("extnID", "")
        case .critical: ("critical", "who does not know the extension must refuse it")
        case .extensionValue: ("extnValue", "")
        default: ("", "")
        }
    }
}
