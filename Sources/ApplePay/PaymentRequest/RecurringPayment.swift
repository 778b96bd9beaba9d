/// Recurring payments, such as a subscription. A request has at most one typed payment.
///
/// - Source: Apple, PassKit, `PKRecurringPaymentRequest`.
public struct RecurringPayment: Hashable, Sendable {
    /// The description that the shopper sees.
    public var paymentDescription: String
    /// The regular charge; its timing is ``PaymentTiming/recurring(_:)``.
    public var regularBilling: SummaryItem
    /// The charge during a trial; its timing is of the same kind.
    public var trialBilling: SummaryItem?
    /// The billing agreement, of at most ``PaymentRequest/billingAgreementLimit`` characters.
    public var billingAgreement: String?
    /// The URL where the shopper can change or cancel it.
    public var managementURL: String
    /// The URL that Apple notifies about the merchant token.
    public var tokenNotificationURL: String?

    /// Creates recurring payments.
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

/// Payments that top up a balance, such as that of a transit card.
///
/// - Source: Apple, PassKit, `PKAutomaticReloadPaymentRequest`.
public struct AutomaticReloadPayment: Hashable, Sendable {
    /// The description that the shopper sees.
    public var paymentDescription: String
    /// The charge; its timing is ``PaymentTiming/automaticReload(threshold:)``.
    public var automaticReloadBilling: SummaryItem
    /// The billing agreement, of at most ``PaymentRequest/billingAgreementLimit`` characters.
    public var billingAgreement: String?
    /// The URL where the shopper can change or cancel it.
    public var managementURL: String
    /// The URL that Apple notifies about the merchant token.
    public var tokenNotificationURL: String?

    /// Creates automatic top-ups.
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
