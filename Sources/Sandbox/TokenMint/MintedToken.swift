public import Bytes
public import PaymentToken

/// A token fresh from the mint.
public struct MintedToken: Sendable {
    /// The token as an app would post it: JSON on one line.
    public let json: [UInt8]
    /// The sealed payload, if it was sealed as it should be.
    public let payload: Secret
    /// The refusal of a correct verifier at the signing time that was ordered, given the mint's root and
    /// the key of the certificate, and no other; nil if it accepts.
    public let refusal: TokenRefusal?
}
