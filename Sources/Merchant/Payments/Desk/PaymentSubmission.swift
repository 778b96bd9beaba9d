public import Money

/// The content that an app or a page posts to the merchant's server: the token and the order.
public struct PaymentSubmission: Sendable {
    /// The means of a payment.
    public enum Source: Sendable {
        /// A token: a `PKPaymentToken` or its payment data, as JSON.
        case token([UInt8])
        /// A stored credential, without a token.
        case credential(CredentialCharge)
    }

    /// The means of the payment.
    public let source: Source
    /// The later payments for which the token's card is stored; nil for none.
    public let storing: CredentialUse?
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The requested amount, from the server's own data and not from the client.
    public let total: Money
    /// The request's application data; nil if it had none.
    public let applicationData: [UInt8]?
    /// The order to place.
    public let order: NewOrder
    /// The billing address of the payment, for the issuer to compare; nil if none is sent. The receipt
    /// has the result. It is not stored.
    public let billingAddress: BillingAddress?
    /// The merchant's own texts of the payment, as a JSON object; nil for none.
    public let metadata: String?
    /// Whether the whole amount is collected at once.
    public let captures: Bool

    /// A submission.
    public init(
        _ source: Source,
        storing: CredentialUse? = nil,
        merchantReference: String,
        total: Money,
        applicationData: [UInt8]?,
        order: NewOrder,
        billingAddress: BillingAddress? = nil,
        metadata: String? = nil,
        captures: Bool = false
    ) {
        self.source = source
        self.storing = storing
        self.merchantReference = merchantReference
        self.total = total
        self.applicationData = applicationData
        self.order = order
        self.billingAddress = billingAddress
        self.metadata = metadata
        self.captures = captures
    }
}
