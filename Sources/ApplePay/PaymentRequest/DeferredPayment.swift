public import World

/// A payment on a later day, such as a hotel's.
///
/// - Source: Apple, PassKit, `PKDeferredPaymentRequest`.
public struct DeferredPayment: Hashable, Sendable {
    /// What the shopper is told it is.
    public var paymentDescription: String
    /// What is charged, and when; its timing is ``PaymentTiming/deferred(until:)``.
    public var deferredBilling: SummaryItem
    /// The terms, in at most ``PaymentRequest/billingAgreementLimit`` characters.
    public var billingAgreement: String?
    /// Where the shopper can change or end it.
    public var managementURL: String
    /// Where Apple tells the merchant what becomes of the merchant token.
    public var tokenNotificationURL: String?
    /// Until when the shopper can withdraw for nothing; stated together with its time zone.
    public var freeCancellationDate: UnixTime?
    /// The time zone in which that moment is told, by its name in the IANA database.
    public var freeCancellationTimeZone: String?

    /// A payment on a later day.
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
