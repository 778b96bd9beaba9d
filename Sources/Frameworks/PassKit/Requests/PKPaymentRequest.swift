public import Foundation
internal import PaymentSheet

/// An app's payment request.
///
/// Any value can be set; the request is checked when a sheet is to be presented.
open class PKPaymentRequest: NSObject {
    /// The merchant identifier that is registered with Apple (mission 7.4).
    open var merchantIdentifier = ""

    /// The merchant's country: an ISO 3166-1 code (mission 7.3).
    open var countryCode = ""

    /// The currency of every amount: an ISO 4217 code in upper case (mission 7.2).
    open var currencyCode = ""

    /// The networks that the merchant accepts, the preferred one first since iOS 15.4 (mission
    /// 7.5).
    open var supportedNetworks: [PKPaymentNetwork] = []

    /// The protocols and kinds of funding that the merchant accepts (mission 7.6).
    open var merchantCapabilities: PKMerchantCapability = []

    /// The lines of the sheet; the last is the total (mission 7.15).
    open var paymentSummaryItems: [PKPaymentSummaryItem] = []

    /// Whether the sheet has a field for a coupon code. Since iOS 15.
    open var supportsCouponCode = false

    /// The initial coupon code. The app is not asked about it. Since iOS 15.
    open var couponCode: String?

    /// The contact fields that the merchant requires for billing. Since iOS 11.
    open var requiredBillingContactFields: Set<PKContactField> = []

    /// The contact fields that the merchant requires for shipping. Since iOS 11.
    open var requiredShippingContactFields: Set<PKContactField> = []

    /// ``requiredBillingContactFields`` until iOS 11, without the phonetic name.
    open var requiredBillingAddressFields: PKAddressField {
        get { PKAddressField(requiredBillingContactFields) }
        set { requiredBillingContactFields = newValue.contactFields }
    }

    /// ``requiredShippingContactFields`` until iOS 11, without the phonetic name.
    open var requiredShippingAddressFields: PKAddressField {
        get { PKAddressField(requiredShippingContactFields) }
        set { requiredShippingContactFields = newValue.contactFields }
    }

    /// The initial billing contact. Since iOS 9.
    open var billingContact: PKContact?

    /// The initial shipping contact. Since iOS 9.
    open var shippingContact: PKContact?

    /// The initial billing address, until iOS 9; stored and otherwise ignored.
    open var billingAddress: ABRecord?

    /// The initial shipping address, until iOS 9; stored and otherwise ignored.
    open var shippingAddress: ABRecord?

    /// The shipping methods; the first is selected initially.
    open var shippingMethods: [PKShippingMethod]?

    /// How the goods reach the shopper. Since iOS 8.3.
    open var shippingType = PKShippingType.shipping

    /// Whether the shopper may change the address. Since iOS 15.
    open var shippingContactEditingMode = PKShippingContactEditingMode.available

    /// Any data of the merchant's; the token contains only its hash.
    open var applicationData: Data?

    /// The countries of issue whose cards are accepted, as ISO 3166-1 codes; nil for all. Since
    /// iOS 11.
    open var supportedCountries: Set<String>?

    /// The parts of the total for other merchants. Since iOS 16.
    open var multiTokenContexts: [PKPaymentTokenContext] = []

    /// The recurring payment. Since iOS 16.
    open var recurringPaymentRequest: PKRecurringPaymentRequest?

    /// The automatic top-up of a balance. Since iOS 16.
    open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?

    /// The deferred payment. Since iOS 16.4.
    open var deferredPaymentRequest: PKDeferredPaymentRequest?

    /// Whether the purchase could be paid later. Since iOS 17; the service has ended.
    open var applePayLaterAvailability = ApplePayLaterAvailability.available

    /// The merchant category code. Since iOS 18.
    open var merchantCategoryCode: MerchantCategoryCode?

    /// The merchant's text about the origin of the request. Since iOS 26.
    open var attributionIdentifier: String?

    /// Whether the request is made on behalf of another. Since iOS 26.4.
    open var isDelegatedRequest = false

    /// The regions of issue whose cards are accepted; the default nil and the form are a guess.
    open var issuerRegions: [String: [AnyHashable: Any]]?

    /// The account identifiers of cards that are not accepted. Since iOS 27; the default is a
    /// guess.
    open var unsupportedPrimaryAccountIdentifiers: [String] = []

    /// Creates an empty request.
    public override init() { super.init() }

    /// The networks that the device supports, with or without a card; none where there is no
    /// device. Since iOS 10.
    open class func availableNetworks() -> [PKPaymentNetwork] {
        (CurrentDevice.device?.availableNetworks ?? []).map { PKPaymentNetwork($0) }
    }
}
