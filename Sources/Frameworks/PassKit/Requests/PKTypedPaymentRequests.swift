public import Foundation

/// Recurring payments, such as a subscription. Since iOS 16.
open class PKRecurringPaymentRequest: NSObject {
    /// The description that the shopper sees.
    open var paymentDescription: String
    /// The regular charge.
    open var regularBilling: PKRecurringPaymentSummaryItem
    /// The charge during a trial.
    open var trialBilling: PKRecurringPaymentSummaryItem?
    /// The billing agreement, of at most 500 characters.
    open var billingAgreement: String?
    /// The URL where the shopper can change or cancel it.
    open var managementURL: URL
    /// The URL that Apple notifies about the merchant token.
    open var tokenNotificationURL: URL?

    /// Creates recurring payments.
    public init(
        paymentDescription: String,
        regularBilling: PKRecurringPaymentSummaryItem,
        managementURL: URL
    ) {
        self.paymentDescription = paymentDescription
        self.regularBilling = regularBilling
        self.managementURL = managementURL
        super.init()
    }
}

/// Payments that top up a balance, such as that of a transit card. Since iOS 16.
open class PKAutomaticReloadPaymentRequest: NSObject {
    /// The description that the shopper sees.
    open var paymentDescription: String
    /// The charge.
    open var automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem
    /// The billing agreement, of at most 500 characters.
    open var billingAgreement: String?
    /// The URL where the shopper can change or cancel it.
    open var managementURL: URL
    /// The URL that Apple notifies about the merchant token.
    open var tokenNotificationURL: URL?

    /// Creates automatic top-ups.
    public init(
        paymentDescription: String,
        automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem,
        managementURL: URL
    ) {
        self.paymentDescription = paymentDescription
        self.automaticReloadBilling = automaticReloadBilling
        self.managementURL = managementURL
        super.init()
    }
}

/// A payment on a later day, such as a hotel's. Since iOS 16.4.
open class PKDeferredPaymentRequest: NSObject {
    /// The description that the shopper sees.
    open var paymentDescription: String
    /// The charge.
    open var deferredBilling: PKDeferredPaymentSummaryItem
    /// The billing agreement, of at most 500 characters.
    open var billingAgreement: String?
    /// The URL where the shopper can change or cancel it.
    open var managementURL: URL
    /// The URL that Apple notifies about the merchant token.
    open var tokenNotificationURL: URL?
    /// Until when cancelling is free; requires the time zone.
    open var freeCancellationDate: Date?
    /// The time zone in which that time is shown.
    open var freeCancellationDateTimeZone: TimeZone?

    /// Creates a deferred payment.
    public init(
        paymentDescription: String,
        deferredBilling: PKDeferredPaymentSummaryItem,
        managementURL: URL
    ) {
        self.paymentDescription = paymentDescription
        self.deferredBilling = deferredBilling
        self.managementURL = managementURL
        super.init()
    }
}

/// A part of the total for another merchant, with its own token. Since iOS 16.
open class PKPaymentTokenContext: NSObject {
    /// The merchant identifier that is registered with Apple.
    open var merchantIdentifier: String
    /// The app's identifier of that merchant.
    open var externalIdentifier: String
    /// The merchant's name that the shopper sees.
    open var merchantName: String
    /// The merchant's domain.
    open var merchantDomain: String?
    /// The amount.
    @NSCopying open var amount: NSDecimalNumber

    /// Creates a part of the total.
    public init(
        merchantIdentifier: String,
        externalIdentifier: String,
        merchantName: String,
        merchantDomain: String?,
        amount: NSDecimalNumber
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.externalIdentifier = externalIdentifier
        self.merchantName = merchantName
        self.merchantDomain = merchantDomain
        self.amount = amount.copied
        super.init()
    }
}
