/// The fields of a token, by Apple's names.
///
/// - Source: Apple, *Payment token format reference*.
public enum TokenField: String, Hashable, Sendable {
    /// The whole token.
    case token
    /// The payment data inside a `PKPaymentToken`.
    case paymentData
    /// The identifier outside the payment data.
    case transactionIdentifier
    /// How the token is sealed.
    case version
    /// The sealed payload.
    case data
    /// Apple's signature.
    case signature
    /// What is needed to open the payload.
    case header
    /// The key that Apple made for this token.
    case ephemeralPublicKey
    /// The symmetric key, wrapped for the merchant.
    case wrappedKey
    /// The digest of the merchant's key.
    case publicKeyHash
    /// The identifier of the payment.
    case transactionId
    /// The digest of the app's own data.
    case applicationData
}
