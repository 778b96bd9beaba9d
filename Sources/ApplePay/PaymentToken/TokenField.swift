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
    /// The version, which says how the token is encrypted.
    case version
    /// The encrypted payload.
    case data
    /// Apple's signature.
    case signature
    /// The values that are needed for decryption.
    case header
    /// The ephemeral key that Apple created for this token.
    case ephemeralPublicKey
    /// The symmetric key, wrapped for the merchant.
    case wrappedKey
    /// The digest of the merchant's key.
    case publicKeyHash
    /// The identifier of the payment.
    case transactionId
    /// The digest of the app's data.
    case applicationData
}
