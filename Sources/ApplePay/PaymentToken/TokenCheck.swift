internal import Certificates

/// The checks of a token, in the order in which verifying and opening make them.
///
/// A token that is refused passed every check before the one that it failed, and none after it was
/// made. ``TokenRefusal/check`` says which it failed.
///
/// - Source: Apple, *Payment token format reference*, "Verify the signature" and the steps after;
///   the checks beyond Apple's are in
///   Documentation/Decisions/0011-two-certificates-one-signer.md.
public enum TokenCheck: String, Hashable, Sendable, CaseIterable {
    /// The token is JSON, and its fields have the required form.
    case form
    /// The signature is CMS signed data as Apple makes it.
    case signatureForm
    /// The signature is over the bytes of this token.
    case signedBytes
    /// The signature's algorithm is that of the token's version.
    case signatureAlgorithm
    /// The two certificates can be read, and one of them is the signer's.
    case signerCertificate
    /// The certificates lead to the trusted root, and were valid when the token was signed.
    case chain
    /// The certificates are those that sign tokens.
    case markers
    /// The signer's key made the signature.
    case signature
    /// The token is of the environment, real or test, that is accepted.
    case environment
    /// The token was signed close enough to the moment of the check.
    case signingTime
    /// The ephemeral key is a point on its curve.
    case ephemeralKey
    /// The token is sealed to one of the given keys.
    case publicKeyHash
    /// The payload opens with that key.
    case decryption
    /// The payload has the fields that Apple documents.
    case payload
    /// The token was not used before.
    case replay
}

extension TokenRefusal {
    /// The check that the token failed.
    public var check: TokenCheck {
        switch self {
        case .format(.ephemeralKeyNotOnCurve): .ephemeralKey
        case .format: .form
        case .signature(let problem): problem.check
        case .chain(.leafMayNotSign), .markers: .markers
        case .chain, .anotherTestRoot, .environment(.testRoot): .chain
        case .environment: .environment
        case .signingTime: .signingTime
        case .publicKeyHash, .decryption(.keyOfAnotherVersion): .publicKeyHash
        case .decryption(let problem): problem.check
        case .replay: .replay
        }
    }
}

extension TokenRefusal.SignatureProblem {
    fileprivate var check: TokenCheck {
        switch self {
        case .form: .signatureForm
        case .otherContent: .signedBytes
        case .algorithmOfAnotherVersion: .signatureAlgorithm
        case .signerIsNotTheLeaf, .certificate: .signerCertificate
        case .invalid: .signature
        }
    }
}

extension TokenRefusal.DecryptionProblem {
    fileprivate var check: TokenCheck {
        switch self {
        case .keyOfAnotherVersion: .publicKeyHash
        case .anotherMerchantIdentifier, .anotherKey, .boundariesMoved, .keyNotUnwrapped,
            .wrappedKeyLength,
            .tagMismatch, .keyUnavailable, .libraryFailed:
            .decryption
        case .payloadNotJSON, .payloadRepeatsName, .payloadTooLarge, .payloadField, .chipData,
            .chipDataField, .chipDataDiffers:
            .payload
        }
    }
}
