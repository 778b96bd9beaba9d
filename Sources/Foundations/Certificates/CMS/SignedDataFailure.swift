public import ASN1

/// Why bytes are not signed data of the form in which Apple signs tokens.
public enum SignedDataFailure: Error, Hashable, Sendable {
    /// The bytes are not the ASN.1 of signed data.
    case malformed(ASN1Failure)
    /// The structure is of another type or version.
    case notSignedData
    /// The content is in the structure; Apple's signatures are detached from it.
    case attachedContent
    /// There are more or fewer certificates than a leaf and an intermediate.
    case certificateCount(Int)
    /// There are more or fewer signers than one.
    case signerCount(Int)
    /// There are unsigned attributes; Apple's signatures have none.
    case unsignedAttributes
    /// The digest is not SHA-256.
    case digestAlgorithm
    /// The signature is neither ECDSA nor RSA over SHA-256.
    case signatureAlgorithm
    /// An attribute that must be there is missing.
    case missingAttribute(Attribute)
    /// An attribute appears twice, or has more than one value.
    case repeatedAttribute(Attribute)
    /// An attribute has a value that is not allowed.
    case invalidAttribute(Attribute)

    /// The signed attributes that are looked at.
    public enum Attribute: String, Hashable, Sendable {
        /// The type of the signed content is not data.
        case contentType
        /// The digest of the content.
        case messageDigest
        /// When the signer says that it signed.
        case signingTime
        /// Which algorithms the signer says that it used.
        case algorithmProtection
    }
}

extension SignedDataFailure: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String {
        switch self {
        case .malformed: "the signature is not CMS signed data, or bytes follow it"
        case .notSignedData: "the signature is another CMS structure than signed data version 1"
        case .attachedContent: "the signature carries content, but it must be detached"
        case .certificateCount(let count): "the signature has \(count) certificates, not 2"
        case .signerCount(let count): "the signature has \(count) signers, not 1"
        case .unsignedAttributes: "the signature carries unsigned attributes"
        case .digestAlgorithm: "the signature's digest algorithm is not SHA-256"
        case .signatureAlgorithm: "the signature is neither ECDSA nor RSA with SHA-256"
        case .missingAttribute(let attribute):
            "the signed attribute \(attribute.rawValue) is missing"
        case .repeatedAttribute(let attribute):
            "the signed attribute \(attribute.rawValue) appears twice"
        case .invalidAttribute(let attribute):
            "the signed attribute \(attribute.rawValue) has a value that is not allowed"
        }
    }
}
