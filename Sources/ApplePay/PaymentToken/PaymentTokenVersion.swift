public import Cryptography

/// How a token is encrypted.
///
/// - Source: Apple, *Payment token format reference*, `version`.
public enum PaymentTokenVersion: String, Hashable, Sendable {
    /// Elliptic-curve key agreement; used everywhere except in China.
    case ecV1 = "EC_v1"
    /// RSA key transport; used in China.
    case rsaV1 = "RSA_v1"
}

extension PaymentTokenVersion {
    /// The version of the tokens for a key; nil if there is none.
    public init?(sealedTo key: PublicKey) {
        switch key.kind {
        case .ellipticCurve(.p256): self = .ecV1
        case .rsa(bits: 2048): self = .rsaV1
        case .ellipticCurve, .rsa: return nil
        }
    }
}
