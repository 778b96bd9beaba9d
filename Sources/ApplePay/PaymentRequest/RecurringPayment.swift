/// Payments that come again, such as a subscription (a request holds one typed payment at most).
///
/// - Source: Apple, PassKit, `PKRecurringPaymentRequest`.
public struct RecurringPayment: Hashable, Sendable {
    /// What the shopper is told it is.
    public var paymentDescription: String
    /// What is charged, and how often; its timing is ``PaymentTiming/recurring(_:)``.
    public var regularBilling: SummaryItem
    /// What is charged at first, during a trial; timed likewise.
    public var trialBilling: SummaryItem?
    /// The terms, in at most ``PaymentRequest/billingAgreementLimit`` characters.
    public var billingAgreement: String?
    /// Where the shopper can change or end it.
    public var managementURL: String
    /// Where Apple tells the merchant what becomes of the merchant token.
    public var tokenNotificationURL: String?

    /// Payments that come again.
    public init(
        paymentDescription: String,
        regularBilling: SummaryItem,
        trialBilling: SummaryItem? = nil,
        billingAgreement: String? = nil,
        managementURL: String,
        tokenNotificationURL: String? = nil
    ) {
        self.paymentDescription = paymentDescription
        self.regularBilling = regularBilling
        self.trialBilling = trialBilling
        self.billingAgreement = billingAgreement
        self.managementURL = managementURL
        self.tokenNotificationURL = tokenNotificationURL
    }
}

/// Payments that fill up a balance, such as a transit card's.
///
/// - Source: Apple, PassKit, `PKAutomaticReloadPaymentRequest`.
public struct AutomaticReloadPayment: Hashable, Sendable {
    /// What the shopper is told it is.
    public var paymentDescription: String
    /// What is charged, and when; its timing is ``PaymentTiming/automaticReload(threshold:)``.
    public var automaticReloadBilling: SummaryItem
    /// The terms, in at most ``PaymentRequest/billingAgreementLimit`` characters.
    public var billingAgreement: String?
    /// Where the shopper can change or end it.
    public var managementURL: String
    /// Where Apple tells the merchant what becomes of the merchant token.
    public var tokenNotificationURL: String?

    /// Payments that fill up a balance.
    public init(
        paymentDescription: String,
        automaticReloadBilling: SummaryItem,
        billingAgreement: String? = nil,
        managementURL: String,
        tokenNotificationURL: String? = nil
    ) {
        self.paymentDescription = paymentDescription
        self.automaticReloadBilling = automaticReloadBilling
        self.billingAgreement = billingAgreement
        self.managementURL = managementURL
        self.tokenNotificationURL = tokenNotificationURL
    }
}
