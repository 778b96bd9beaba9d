/// A part of the total for another merchant, with its own token.
///
/// - Source: Apple, PassKit, `PKPaymentTokenContext`.
public struct PaymentTokenContext: Hashable, Sendable {
    /// The merchant identifier that is registered with Apple.
    public var merchantIdentifier: String
    /// The app's identifier of that merchant.
    public var externalIdentifier: String
    /// The merchant's name that the shopper sees.
    public var merchantName: String
    /// The merchant's domain.
    public var merchantDomain: String?
    /// The amount.
    public var amount: UncheckedAmount

    /// Creates a token context.
    public init(
        merchantIdentifier: String,
        externalIdentifier: String,
        merchantName: String,
        merchantDomain: String? = nil,
        amount: UncheckedAmount
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.externalIdentifier = externalIdentifier
        self.merchantName = merchantName
        self.merchantDomain = merchantDomain
        self.amount = amount
    }
}
