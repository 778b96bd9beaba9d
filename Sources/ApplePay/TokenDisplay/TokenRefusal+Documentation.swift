internal import Certificates
internal import PaymentToken

extension TokenRefusal {
    /// The page on refusals.
    static let page = "Documentation/Refusals.md"

    /// The section of the page that is about the refusal, or the page.
    var documentation: String { section.map { "\(Self.page)#\($0)" } ?? Self.page }

    private var section: String? {
        switch self {
        case .format(.empty), .format(.simulatorToken): "the-simulators-token"
        case .format(.notJSON), .format(.notBase64): "cut-off-or-decoded-twice"
        case .signature(.otherContent): "changed-in-transit"
        case .chain(.anotherRoot), .chain(.notSignedByRoot): "another-root"
        case .chain(.repeatedExtension), .chain(.weakKey), .chain(.signatureAlgorithm),
            .chain(.unknownCriticalExtension), .chain(.expired), .chain(.notYetValid):
            "a-certificate-that-must-not-be-trusted"
        case .anotherTestRoot: "the-test-root-of-another-run"
        case .markers: "a-marker-is-missing"
        case .environment(.testRoot), .environment(.sandboxSigner):
            "a-sandboxs-token-at-a-server-for-real-payments"
        case .signingTime: "stale-or-from-the-future"
        case .publicKeyHash(_, let version, let ours):
            !ours.isEmpty && ours.allSatisfy { $0.version != version }
                ? "an-ec-token-and-an-rsa-key" : "no-key-of-that-hash"
        case .decryption(.anotherMerchantIdentifier), .decryption(.tagMismatch(.ecV1)):
            "another-merchant-identifier"
        case .decryption(.boundariesMoved): "moved-boundaries"
        case .replay: "used-before"
        case .format, .signature, .chain, .environment, .decryption: nil
        }
    }
}
