public import Certificates
internal import Cryptography
public import World

/// Verifies that tokens were signed under a trusted root: Apple's, or one that is given.
///
/// A verifier can be used from all threads. It caches the certificate pairs that it has verified,
/// by their exact bytes, so that a chain is verified only for the first token.
///
/// - Source: Apple, *Payment token format reference*, "Verify the signature"; the checks beyond
///   Apple's are in Documentation/Decisions/0011-two-certificates-one-signer.md.
public final class PaymentTokenVerifier: Sendable {
    /// The trusted root.
    public let anchor: TrustAnchor
    /// The maximum difference between signing time and verification time.
    public let window: SigningTimeWindow
    /// Whether real payments are accepted, or those of Apple's sandbox.
    public let environment: PaymentEnvironment
    private let signers = LockedValue(SignerCache())

    /// Creates a verifier that trusts one root and, by default, accepts real payments.
    public init(
        trusting anchor: TrustAnchor,
        window: SigningTimeWindow = .standard,
        environment: PaymentEnvironment = .production
    ) {
        self.anchor = anchor
        self.window = window
        self.environment = environment
    }

    /// Verifies a token's signature, certificates and time.
    ///
    /// The certificates must have been valid when the token was signed.
    ///
    /// - Throws: ``TokenRefusal`` of the steps `signature`, `chain`, `markers`, `environment`,
    ///   `signingTime`, and `format` for an ephemeral key that is not on the curve.
    public func verify(
        _ token: SealedPaymentToken,
        at moment: UnixTime
    ) throws(TokenRefusal) -> VerifiedPaymentToken {
        let signed: SignedData
        do { signed = try SignedData(token.signature) } catch { throw .signature(.form(error)) }
        let contentDigest = token.signedContentDigest
        guard signed.messageDigest == contentDigest else { throw .signature(.otherContent) }
        guard (signed.algorithm == .rsaWithSHA256) == (token.version == .rsaV1) else {
            throw .signature(.algorithmOfAnotherVersion)
        }
        let signer = try signer(of: signed)
        guard signed.isSigned(by: signer.publicKey, contentDigest: contentDigest) else {
            throw .signature(.invalid)
        }
        if let known = signer.environment, known != environment {
            throw .environment(known == .sandbox ? .sandboxSigner : .productionSigner)
        }
        guard window.admits(signedAt: signed.signingTime, checkedAt: moment) else {
            throw .signingTime(signedAt: signed.signingTime, checkedAt: moment, window: window)
        }
        return VerifiedPaymentToken(
            token: token,
            signedAt: signed.signingTime,
            signedBy: signer.name,
            sealing: try sealing(of: token)
        )
    }

    private func sealing(
        of token: SealedPaymentToken
    ) throws(TokenRefusal) -> VerifiedPaymentToken.Sealing {
        switch token.keyMaterial {
        case .wrappedKey(let bytes): return .wrapping(bytes)
        case .ephemeralPublicKey(let info):
            do { return .agreement(try PublicKey(p256PublicKeyInfo: info)) } catch {
                throw .format(.ephemeralKeyNotOnCurve)
            }
        }
    }

    private func signer(of signed: SignedData) throws(TokenRefusal) -> VerifiedSigner {
        if let known = signers.withLock({ $0.signer(of: signed) }) { return known }
        let pair = try SignerCertificates(of: signed)
        let authority = try authority(of: pair, at: signed.signingTime)
        let signer = try VerifiedSigner(leaf: pair.leaf, under: pair.intermediate)
        signers.withLock { $0.remember(signer, of: signed, under: authority) }
        return signer
    }

    private func authority(
        of pair: SignerCertificates,
        at signingTime: UnixTime
    ) throws(TokenRefusal) -> VerifiedIntermediate {
        let (leaf, intermediate) = (pair.leaf, pair.intermediate)
        do {
            guard let known = signers.withLock({ $0.authority(intermediate) }) else {
                return try anchor.validate(leaf: leaf, intermediate: intermediate, at: signingTime)
            }
            try known.validate(leaf: leaf, at: signingTime)
            return known
        } catch .anotherRoot
            where TrustAnchor.isForTests(intermediate.issuer)
            && !TrustAnchor.isForTests(anchor.name)
        {
            throw .environment(.testRoot)
        } catch .notSignedByRoot where TrustAnchor.isForTests(anchor.name) {
            throw .anotherTestRoot
        } catch { throw .chain(error) }
    }
}
