public import World

/// Why a chain of certificates does not lead to a trust anchor.
public enum ChainFailure: Error, Hashable, Sendable {
    /// A certificate's place in the chain.
    public enum Link: String, Hashable, Sendable {
        /// The signer's own.
        case leaf
        /// The one that certified the signer.
        case intermediate
    }

    /// The intermediate names another root as its issuer.
    case anotherRoot
    /// The intermediate names the root as its issuer, but the root did not sign it.
    case notSignedByRoot
    /// The intermediate may not sign certificates.
    case intermediateIsNotAnAuthority
    /// The leaf's key may not sign anything.
    case leafMayNotSign
    /// The intermediate did not sign the leaf.
    case leafNotSignedByIntermediate
    /// A certificate was no longer valid.
    case expired(Link, notAfter: UnixTime)
    /// A certificate was not yet valid.
    case notYetValid(Link, notBefore: UnixTime)
    /// A certificate has the same extension twice, so readers could disagree on what it says.
    case repeatedExtension(Link)
    /// A certificate's RSA key is shorter than ``Certificate/minimumRSABits``.
    case weakKey(Link, bits: Int)
    /// A certificate does not state one accepted algorithm for its signature in both places: one with
    /// SHA-1 is not accepted.
    case signatureAlgorithm(Link)
    /// A certificate has an extension that must be understood and is not.
    case unknownCriticalExtension(Link)
    /// A certificate does not name its key or its issuer's, as every one under a root must.
    case keyNotNamed(Link)
    /// A certificate is not of version 3, or its extensions contradict each other or the standard.
    case malformed(Link)
}

extension ChainFailure: CustomStringConvertible {
    /// The reason in a few words.
    public var description: String {
        switch self {
        case .anotherRoot: "its intermediate was issued by another root"
        case .notSignedByRoot:
            "its intermediate names the root as its issuer, but the root's key did not sign it"
        case .intermediateIsNotAnAuthority: "its intermediate may not sign certificates"
        case .leafMayNotSign: "its leaf's key usage does not allow signatures"
        case .leafNotSignedByIntermediate: "its intermediate did not sign its leaf"
        case .expired(let link, let notAfter): "its \(link.rawValue) was valid until \(notAfter)"
        case .notYetValid(let link, let notBefore):
            "its \(link.rawValue) was not valid before \(notBefore)"
        case .repeatedExtension(let link): "its \(link.rawValue) has an extension twice"
        case .weakKey(let link, let bits):
            "its \(link.rawValue) has an RSA key of \(bits) bits; "
                + "\(Certificate.minimumRSABits) are needed"
        case .signatureAlgorithm(let link):
            "its \(link.rawValue) does not name one signature algorithm with SHA-256 or SHA-384"
        case .unknownCriticalExtension(let link):
            "its \(link.rawValue) has a critical extension that is not understood"
        case .keyNotNamed(let link):
            "its \(link.rawValue) does not name its key or its issuer's key"
        case .malformed(let link):
            "its \(link.rawValue) has extensions that contradict the standard or each other"
        }
    }
}
