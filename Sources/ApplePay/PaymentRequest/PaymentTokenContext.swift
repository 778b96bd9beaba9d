/// A part of the total that goes to another merchant, with a token of its own.
///
/// - Source: Apple, PassKit, `PKPaymentTokenContext`.
public struct PaymentTokenContext: Hashable, Sendable {
    /// Who is paid, by the identifier registered with Apple.
    public var merchantIdentifier: String
    /// The paying app's own name for that merchant.
    public var externalIdentifier: String
    /// The merchant's name, for the shopper.
    public var merchantName: String
    /// The merchant's domain.
    public var merchantDomain: String?
    /// How much of the total.
    public var amount: UncheckedAmount

    /// A part of the total.
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
