public import World

/// A payment on a later day, such as a hotel's.
///
/// - Source: Apple, PassKit, `PKDeferredPaymentRequest`.
public struct DeferredPayment: Hashable, Sendable {
    /// The description that the shopper sees.
    public var paymentDescription: String
    /// The charge; its timing is ``PaymentTiming/deferred(until:)``.
    public var deferredBilling: SummaryItem
    /// The billing agreement, of at most ``PaymentRequest/billingAgreementLimit`` characters.
    public var billingAgreement: String?
    /// The URL where the shopper can change or cancel it.
    public var managementURL: String
    /// The URL that Apple notifies about the merchant token.
    public var tokenNotificationURL: String?
    /// Until when cancelling is free; requires the time zone.
    public var freeCancellationDate: UnixTime?
    /// The IANA name of the time zone in which that time is shown.
    public var freeCancellationTimeZone: String?

    /// Creates a deferred payment.
    public init(
        paymentDescription: String,
        deferredBilling: SummaryItem,
        billingAgreement: String? = nil,
        managementURL: String,
        tokenNotificationURL: String? = nil,
        freeCancellationDate: UnixTime? = nil,
        freeCancellationTimeZone: String? = nil
    ) {
        self.paymentDescription = paymentDescription
        self.deferredBilling = deferredBilling
        self.billingAgreement = billingAgreement
        self.managementURL = managementURL
        self.tokenNotificationURL = tokenNotificationURL
        self.freeCancellationDate = freeCancellationDate
        self.freeCancellationTimeZone = freeCancellationTimeZone
    }
}
