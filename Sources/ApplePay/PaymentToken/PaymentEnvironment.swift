internal import Certificates

/// Whether payments are real.
///
/// Apple signs the tokens of its sandbox under the same root as real ones, with a signer of
/// another name. A server that confuses the two ships goods for a test card, or charges real cards
/// in a test.
///
/// - Source: measured on published tokens (Documentation/Reference/PaymentTokenFormat.md, section
///   1.3): the signer's common name contains `-PROD` or `-SANDBOX`.
public enum PaymentEnvironment: String, Hashable, Sendable, CaseIterable {
    /// Real cards.
    case production
    /// Apple's sandbox, with test cards.
    case sandbox

    /// The environment in a signer's name; nil if the name has none, as under a TEST root.
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
    /// Whether a root is marked as being for tests, as those of Quince's sandbox are.
    static func isForTests(_ name: DistinguishedName) -> Bool {
        (name[.commonName] ?? "").split(separator: " ").contains("TEST")
    }
}
