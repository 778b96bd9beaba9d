/// How a token is sealed.
///
/// - Source: Apple, *Payment token format reference*, `version`.
public enum PaymentTokenVersion: String, Hashable, Sendable {
    /// Elliptic-curve key agreement; everywhere but China.
    case ecV1 = "EC_v1"
    /// RSA key transport; China.
    case rsaV1 = "RSA_v1"
}
