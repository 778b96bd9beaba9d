/// What a merchant asks a shopper to pay, as an app or a page states it.
///
/// Anything can be stated; ``validated(on:admitsZeroTotal:)`` says whether it is a request. A fresh one has the values
/// that a fresh `PKPaymentRequest` has.
///
/// - Source: Apple, PassKit, `PKPaymentRequest`.
public struct PaymentRequest: Hashable, Sendable {
    /// Who is paid, by the identifier registered with Apple.
    public var merchantIdentifier = ""
    /// Where the merchant does business: a code of ISO 3166-1.
    public var countryCode = ""
    /// The currency of every amount: a code of ISO 4217 in upper case.
    public var currencyCode = ""
    /// The networks that the merchant takes, the preferred first.
    public var supportedNetworks: [PaymentNetwork] = []
    /// The protocols and kinds of funding that the merchant takes.
    public var merchantCapabilities: MerchantCapabilities = []
    /// The lines of the sheet; the last is the total.
    public var paymentSummaryItems: [SummaryItem] = []
    /// The ways of shipping; the first is selected at first.
    public var shippingMethods: [ShippingMethod]?
    /// What the sheet calls the handing over of the goods.
    public var shippingType = ShippingType.shipping
    /// Whether the shopper may change the address.
    public var shippingContactEditingMode = ShippingContactEditingMode.available
    /// What the merchant must know for the bill.
    public var requiredBillingContactFields: Set<ContactField> = []
    /// What the merchant must know for the shipping.
    public var requiredShippingContactFields: Set<ContactField> = []
    /// A billing contact to start from.
    public var billingContact: Contact?
    /// A shipping contact to start from.
    public var shippingContact: Contact?
    /// Whether the sheet has a field for a coupon code.
    public var supportsCouponCode = false
    /// The coupon code to start from.
    public var couponCode: String?
    /// The countries whose cards may pay, by codes of ISO 3166-1; nil for all.
    public var supportedCountries: [String]?
    /// The merchant's trade by ISO 18245, 1 to 9999.
    public var merchantCategoryCode: Int?
    /// Bytes of the merchant's own; only their hash enters the token.
    public var applicationData: [UInt8]?
    /// Payments that come again.
    public var recurringPayment: RecurringPayment?
    /// Payments that fill up a balance.
    public var automaticReloadPayment: AutomaticReloadPayment?
    /// A payment on a later day.
    public var deferredPayment: DeferredPayment?
    /// The parts of the total that go to other merchants, each with a token of its own.
    public var tokenContexts: [PaymentTokenContext] = []
    /// The merchant's own name for where the request came from; nothing is done with it.
    public var attributionIdentifier: String?
    /// Whether the request is made for another; nothing is done with it.
    public var isDelegatedRequest = false

    /// The most characters of a typed payment's terms.
    ///
    /// - Source: Apple, PassKit, `billingAgreement`.
    public static let billingAgreementLimit = 500

    /// A request that states nothing yet.
    public init() {}

    /// A request with the least that one must state.
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

    /// The shipping contact to start from, with the parts that are honoured: no name.
    public var prefilledShippingContact: Contact? {
        shippingContact?.limited(to: [.postalAddress, .emailAddress, .phoneNumber]).withoutName
    }

    /// The billing contact to start from, with the part that is honoured: the address.
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
