public import Foundation

/// Payments that come again, such as a subscription. Since iOS 16.
open class PKRecurringPaymentRequest: NSObject {
    /// What the shopper is told it is.
    open var paymentDescription: String
    /// What is charged, and how often.
    open var regularBilling: PKRecurringPaymentSummaryItem
    /// What is charged at first, during a trial.
    open var trialBilling: PKRecurringPaymentSummaryItem?
    /// The terms, in at most 500 characters.
    open var billingAgreement: String?
    /// Where the shopper can change or end it.
    open var managementURL: URL
    /// Where Apple tells the merchant what becomes of the merchant token.
    open var tokenNotificationURL: URL?

    /// Payments that come again.
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

/// Payments that fill up a balance, such as a transit card's. Since iOS 16.
open class PKAutomaticReloadPaymentRequest: NSObject {
    /// What the shopper is told it is.
    open var paymentDescription: String
    /// What is charged, and when.
    open var automaticReloadBilling: PKAutomaticReloadPaymentSummaryItem
    /// The terms, in at most 500 characters.
    open var billingAgreement: String?
    /// Where the shopper can change or end it.
    open var managementURL: URL
    /// Where Apple tells the merchant what becomes of the merchant token.
    open var tokenNotificationURL: URL?

    /// Payments that fill up a balance.
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
    /// What the shopper is told it is.
    open var paymentDescription: String
    /// What is charged, and when.
    open var deferredBilling: PKDeferredPaymentSummaryItem
    /// The terms, in at most 500 characters.
    open var billingAgreement: String?
    /// Where the shopper can change or end it.
    open var managementURL: URL
    /// Where Apple tells the merchant what becomes of the merchant token.
    open var tokenNotificationURL: URL?
    /// Until when the shopper can withdraw for nothing; stated together with its time zone.
    open var freeCancellationDate: Date?
    /// The time zone in which that moment is told.
    open var freeCancellationDateTimeZone: TimeZone?

    /// A payment on a later day.
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

/// A part of the total that goes to another merchant, with a token of its own. Since iOS 16.
open class PKPaymentTokenContext: NSObject {
    /// Who is paid, by the identifier registered with Apple.
    open var merchantIdentifier: String
    /// The app's own name for that merchant.
    open var externalIdentifier: String
    /// The merchant's name, for the shopper.
    open var merchantName: String
    /// The merchant's domain.
    open var merchantDomain: String?
    /// How much of the total.
    @NSCopying open var amount: NSDecimalNumber

    /// A part of the total.
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
