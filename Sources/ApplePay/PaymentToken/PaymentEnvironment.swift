internal import Certificates

/// Whether payments are real.
///
/// Apple signs the tokens of its sandbox under the same root as real ones, by a signer of another
/// name. A server that takes one for the other ships goods for a test card, or has real cards
/// charged by a test.
///
/// - Source: measured on published tokens (Documentation/Reference/PaymentTokenFormat.md, section
///   1.3): the signer's common name holds `-PROD` or `-SANDBOX`.
public enum PaymentEnvironment: String, Hashable, Sendable {
    /// Real cards.
    case production
    /// Apple's sandbox: test cards of tester accounts.
    case sandbox

    /// The environment that a signer's name tells; nil where it tells none, as under a TEST root.
    init?(signer: DistinguishedName) {
        let name = signer[.commonName] ?? ""
        if name.contains("-SANDBOX") {
            self = .sandbox
        } else if name.contains("-PROD") {
            self = .production
        } else {
            return nil
        }
    }
}

extension TrustAnchor {
    /// Whether a root says that it is for tests only, as those of Quince's sandbox do.
    static func isForTests(_ name: DistinguishedName) -> Bool {
        (name[.commonName] ?? "").split(separator: " ").contains("TEST")
    }
}
