public import Money
public import Orders

/// What an app or a page posts to the merchant's server: the token, and what was bought
/// (mission 12.1).
public struct PaymentSubmission: Sendable {
    /// The token: a `PKPaymentToken` or its payment data, as JSON.
    public let tokenJSON: [UInt8]
    /// The merchant's own name for what is owed, such as a cart's number.
    public let merchantReference: String
    /// What the merchant asked for. The server knows it; it is not the shopper's word.
    public let total: Money
    /// The request's application data, where it had some.
    public let applicationData: [UInt8]?
    /// What is to be ordered.
    public let order: NewOrder

    /// A submission of these parts.
    public init(
        tokenJSON: [UInt8],
        merchantReference: String,
        total: Money,
        applicationData: [UInt8]?,
        order: NewOrder
    ) {
        self.tokenJSON = tokenJSON
        self.merchantReference = merchantReference
        self.total = total
        self.applicationData = applicationData
        self.order = order
    }
}
