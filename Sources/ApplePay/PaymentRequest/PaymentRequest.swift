/// A payment request as an app or a page gives it.
///
/// It may be invalid; ``validated(on:admitsZeroTotal:)`` checks it. A new one has the same values
/// as a new `PKPaymentRequest`.
///
/// - Source: Apple, PassKit, `PKPaymentRequest`.
public struct PaymentRequest: Hashable, Sendable {
    /// The merchant identifier that is registered with Apple.
    public var merchantIdentifier = ""
    /// The merchant's country, an ISO 3166-1 code.
    public var countryCode = ""
    /// The currency of every amount, an ISO 4217 code in upper case.
    public var currencyCode = ""
    /// The networks that the merchant accepts, the preferred one first.
    public var supportedNetworks: [PaymentNetwork] = []
    /// The protocols and kinds of funding that the merchant accepts.
    public var merchantCapabilities: MerchantCapabilities = []
    /// The lines of the sheet; the last is the total.
    public var paymentSummaryItems: [SummaryItem] = []
    /// The shipping methods; the first is selected initially.
    public var shippingMethods: [ShippingMethod]?
    /// How the goods reach the shopper.
    public var shippingType = ShippingType.shipping
    /// Whether the shopper may change the address.
    public var shippingContactEditingMode = ShippingContactEditingMode.available
    /// The contact fields that the merchant requires for billing; see ``shownBillingContactFields``.
    public var requiredBillingContactFields: Set<ContactField> = []
    /// The contact fields that the merchant requires for shipping.
    public var requiredShippingContactFields: Set<ContactField> = []
    /// The initial billing contact.
    public var billingContact: Contact?
    /// The initial shipping contact.
    public var shippingContact: Contact?
    /// Whether the sheet has a field for a coupon code.
    public var supportsCouponCode = false
    /// The initial coupon code.
    public var couponCode: String?
    /// The countries of issue whose cards are accepted, as ISO 3166-1 codes; nil for all.
    public var supportedCountries: [String]?
    /// The merchant category code of ISO 18245, 1 to 9999.
    public var merchantCategoryCode: Int?
    /// Any data of the merchant's. The token contains only its hash.
    public var applicationData: [UInt8]?
    /// The recurring payment.
    public var recurringPayment: RecurringPayment?
    /// The automatic top-up of a balance.
    public var automaticReloadPayment: AutomaticReloadPayment?
    /// The deferred payment.
    public var deferredPayment: DeferredPayment?
    /// The parts of the total for other merchants, each with its own token.
    public var tokenContexts: [PaymentTokenContext] = []
    /// The merchant's text about the origin of the request. It has no effect.
    public var attributionIdentifier: String?
    /// Whether the request is made on behalf of another. It has no effect.
    public var isDelegatedRequest = false

    /// The maximum number of characters of a billing agreement.
    ///
    /// - Source: Apple, PassKit, `billingAgreement`.
    public static let billingAgreementLimit = 500

    /// Creates an empty request.
    public init() {}

    /// Creates a request with the required properties.
    public init(
        merchantIdentifier: String,
        countryCode: String,
        currencyCode: String,
        supportedNetworks: [PaymentNetwork],
        merchantCapabilities: MerchantCapabilities,
        paymentSummaryItems: [SummaryItem]
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.countryCode = countryCode
        self.currencyCode = currencyCode
        self.supportedNetworks = supportedNetworks
        self.merchantCapabilities = merchantCapabilities
        self.paymentSummaryItems = paymentSummaryItems
    }

    /// The initial shipping contact without the name, which the sheet ignores.
    public var prefilledShippingContact: Contact? {
        shippingContact?.limited(to: [.postalAddress, .emailAddress, .phoneNumber]).withoutName
    }

    /// The address of the initial billing contact; the sheet ignores the rest.
    public var prefilledBillingContact: Contact? {
        billingContact?.limited(to: [.postalAddress]).withoutName
    }
}

extension Contact {
    fileprivate var withoutName: Contact {
        var contact = self
        contact.name = nil
        return contact
    }
}

extension PaymentRequest {
    /// The fields of the billing contact that the sheet shows, demands and hands out: an address and
    /// names.
    ///
    /// - Source: Apple, Apple Pay JS, `requiredBillingContactFields`; that apps get no e-mail
    ///   address and no telephone number either is as several integrators report.
    public var shownBillingContactFields: Set<ContactField> {
        requiredBillingContactFields.intersection([.postalAddress, .name, .phoneticName])
    }
}
