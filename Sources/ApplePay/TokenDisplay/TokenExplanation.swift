internal import Bytes
internal import Certificates
internal import Cryptography
package import JSON
package import PaymentToken
internal import World

/// The result of every check of a token, in their order.
///
/// The verdict is that of the verifier, which stops at the first check that fails: the checks
/// before it passed, those after it were not made.
package struct TokenExplanation: Sendable {
    /// The result of a check.
    package enum State: String, Sendable {
        case passed, failed, notReached

        /// In words.
        package var words: String { self == .notReached ? "not reached" : rawValue }
    }

    /// A check with what it came to and what was found.
    package struct Row: Sendable {
        /// The check.
        package let check: TokenCheck
        /// The result.
        package let state: State
        /// The finding; empty where there is nothing to say.
        package let found: String
    }

    /// Every check.
    package let rows: [Row]
    /// Why the token is refused; nil where it is not.
    package let refusal: TokenRefusal?
    /// The refusal, as it is told to people.
    package let told: ToldRefusal?
    /// The opened token; nil where it was not opened.
    package let opened: OpenedPaymentToken?
    /// Whether the payload was opened, so that the token's identifier is known.
    package var isOpened: Bool { opened != nil }

    /// Explains the text of a token.
    ///
    /// - Parameters:
    ///   - json: The text.
    ///   - trust: What is trusted, and when the check is made.
    ///   - keys: The merchant's keys; nil if none were given, so that nothing is opened.
    ///   - keyName: What is said not to be given then.
    package init(
        _ json: [UInt8],
        trust: TokenTrust,
        keys: [MerchantKey]?,
        keyName: String = "--key"
    ) {
        var facts = TokenFacts(trust: trust)
        var refusal: TokenRefusal?
        do throws(TokenRefusal) {
            let token = try SealedPaymentToken(json: json)
            facts.token = token
            let verified = try trust.verifier.verify(token, at: trust.moment)
            if let keys { facts.opened = try verified.opened(with: keys) }
        } catch { refusal = error }
        self.init(
            facts,
            refusal,
            GivenFileKind(json),
            missing: keys == nil ? keyName : nil
        )
    }

    /// Explains a file of which the refusal is known already.
    package init(_ refusal: TokenRefusal, in kind: GivenFileKind?, trust: TokenTrust) {
        self.init(TokenFacts(trust: trust), refusal, kind, missing: nil)
    }

    private init(
        _ facts: TokenFacts,
        _ refusal: TokenRefusal?,
        _ kind: GivenFileKind?,
        missing keyName: String?
    ) {
        self.refusal = refusal
        let told = refusal.map { ToldRefusal($0, in: kind) }
        self.told = told
        opened = facts.opened
        let failed = refusal?.check
        let needKeys: Set<TokenCheck> = [.publicKeyHash, .decryption, .payload]
        var isReached = true
        rows = TokenCheck.allCases.map { check in
            if check == failed {
                isReached = false
                return Row(check: check, state: .failed, found: told?.cause ?? "")
            }
            guard isReached else { return Row(check: check, state: .notReached, found: "") }
            if check == .replay {
                let found = "your server's store of accepted tokens knows; it is not asked here"
                return Row(check: check, state: .notReached, found: found)
            }
            if let keyName, needKeys.contains(check) {
                return Row(check: check, state: .notReached, found: "no \(keyName) was given")
            }
            return Row(check: check, state: .passed, found: facts.found(by: check))
        }
    }

    /// The explanation for a program, with the file's name where there are several.
    package func json(ofFile name: String?) -> JSONOutput {
        let checks = rows.map { row in
            JSONOutput.object([
                "check": .string(row.check.rawValue), "state": .string(row.state.rawValue),
                "found": row.found.isEmpty ? nil : .string(row.found),
            ])
        }
        return .object([
            "file": name.map { .string($0) },
            "verdict": .string(refusal == nil ? (isOpened ? "accepted" : "verified") : "refused"),
            "step": (refusal?.step.rawValue).map { .string($0) },
            "cause": (told?.cause).map { .string($0) },
            "remedy": (told?.remedy).map { .string($0) },
            "documentation": (told?.documentation).map { .string($0) },
            "checks": .array(checks),
        ])
    }

}

/// The facts that the passed checks of a token looked at.
private struct TokenFacts {
    let trust: TokenTrust
    var token: SealedPaymentToken?
    var opened: OpenedPaymentToken?

    init(trust: TokenTrust) { self.trust = trust }

    func found(by check: TokenCheck) -> String {
        guard let token else { return "" }
        switch check {
        case .form:
            let more = token.applicationDataHash == nil ? "no" : "a digest of"
            return "\(token.version.rawValue), \(token.data.count) bytes of data, "
                + "\(more) application data"
        case .signedBytes:
            return "SHA-256 \(Hexadecimal.encode(SHA256.digest(token.signedContent)))"
        case .publicKeyHash: return Base64.encode(token.publicKeyHash)
        case .ephemeralKey:
            return token.version == .ecV1 ? "on P-256" : "none, as in every RSA_v1 token"
        case .environment: return environment
        case .decryption: return opened.map { "transaction \($0.transactionID)" } ?? ""
        case .payload: return opened.map { "\($0.payment)" } ?? ""
        case .signatureForm, .signatureAlgorithm, .signerCertificate, .chain, .markers, .signature,
            .signingTime, .replay:
            return foundInSignature(by: check)
        }
    }

    private var environment: String {
        let accepted = trust.verifier.environment.rawValue
        let isTest = "\(trust.verifier.anchor.name)".contains("TEST")
        return isTest ? "under a TEST root that was named" : accepted
    }

    private func foundInSignature(by check: TokenCheck) -> String {
        guard let token, let signed = try? SignedData(token.signature) else { return "" }
        let certificates = signed.eachCertificate.compactMap {
            try? Certificate(der: Array(signed.bytes[$0]))
        }
        let leaf = certificates.first { $0.issuerAndSerialNumber == signed.signer }
        switch check {
        case .signatureForm: return "CMS signed data, 2 certificates, 1 signer"
        case .signatureAlgorithm:
            return signed.algorithm == .rsaWithSHA256 ? "RSA-SHA256" : "ECDSA-SHA256"
        case .signerCertificate: return leaf.map { "\($0.subject)" } ?? ""
        case .chain: return "under \(trust.verifier.anchor.name)"
        case .markers:
            return "\(AppleExtension.tokenSigner) and \(AppleExtension.applicationIntegration)"
        case .signature: return "by the signer's key"
        case .signingTime: return "signed at \(signed.signingTime), checked at \(trust.moment)"
        default: return ""
        }
    }
}
