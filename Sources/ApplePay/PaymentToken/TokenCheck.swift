internal import Certificates

/// The checks of a token, in the order in which they are made.
///
/// A refused token has passed every check before the one that failed; those after it were not
/// made. ``TokenRefusal/check`` is the one that failed.
///
/// - Source: Apple, *Payment token format reference*, "Verify the signature" and the steps after;
///   the checks beyond Apple's are in
///   Documentation/Decisions/0011-two-certificates-one-signer.md.
public enum TokenCheck: String, Hashable, Sendable, CaseIterable {
    /// The token is JSON, and its fields have the required form.
    case form
    /// The signature is CMS signed data in Apple's form.
    case signatureForm
    /// The signature covers the bytes of this token.
    case signedBytes
    /// The signature's algorithm is the one of the token's version.
    case signatureAlgorithm
    /// The two certificates can be parsed, and one of them is the signer's.
    case signerCertificate
    /// The certificates chain to the trusted root, and were valid when the token was signed.
    case chain
    /// The certificates are marked for signing tokens.
    case markers
    /// The signer's key made the signature.
    case signature
    /// The token belongs to the accepted environment, real or test.
    case environment
    /// The signing time is within the window.
    case signingTime
    /// The ephemeral key is a point on its curve.
    case ephemeralKey
    /// The token is encrypted for one of the given keys.
    case publicKeyHash
    /// The payload can be decrypted with that key.
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
