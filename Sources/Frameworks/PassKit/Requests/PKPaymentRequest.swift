public import Foundation
internal import PaymentDevice

/// What an app asks a shopper to pay.
///
/// Anything can be stated; whether it is a request is decided when a sheet is to be shown.
open class PKPaymentRequest: NSObject {
    /// Who is paid, by the identifier registered with Apple (mission 7.4).
    open var merchantIdentifier = ""

    /// Where the merchant does business: a code of ISO 3166-1 (mission 7.3).
    open var countryCode = ""

    /// The currency of every amount: a code of ISO 4217 in upper case (mission 7.2).
    open var currencyCode = ""

    /// The networks that the merchant takes, the preferred first since iOS 15.4 (mission 7.5).
    open var supportedNetworks: [PKPaymentNetwork] = []

    /// The protocols and kinds of funding that the merchant takes (mission 7.6).
    open var merchantCapabilities: PKMerchantCapability = []

    /// The lines of the sheet; the last is the total (mission 7.15).
    open var paymentSummaryItems: [PKPaymentSummaryItem] = []

    /// Whether the sheet has a field for a coupon code. Since iOS 15.
    open var supportsCouponCode = false

    /// The coupon code to start from, of which the app is not told. Since iOS 15.
    open var couponCode: String?

    /// What the merchant must know for the bill. Since iOS 11.
    open var requiredBillingContactFields: Set<PKContactField> = []

    /// What the merchant must know for the shipping. Since iOS 11.
    open var requiredShippingContactFields: Set<PKContactField> = []

    /// ``requiredBillingContactFields`` until iOS 11, without the pronunciation of the name.
    open var requiredBillingAddressFields: PKAddressField {
        get { PKAddressField(requiredBillingContactFields) }
        set { requiredBillingContactFields = newValue.contactFields }
    }

    /// ``requiredShippingContactFields`` until iOS 11, without the pronunciation of the name.
    open var requiredShippingAddressFields: PKAddressField {
        get { PKAddressField(requiredShippingContactFields) }
        set { requiredShippingContactFields = newValue.contactFields }
    }

    /// A billing contact to start from. Since iOS 9.
    open var billingContact: PKContact?

    /// A shipping contact to start from. Since iOS 9.
    open var shippingContact: PKContact?

    /// A billing address to start from, until iOS 9; kept and otherwise ignored.
    open var billingAddress: ABRecord?

    /// A shipping address to start from, until iOS 9; kept and otherwise ignored.
    open var shippingAddress: ABRecord?

    /// The ways of shipping; the first is selected at first.
    open var shippingMethods: [PKShippingMethod]?

    /// What the sheet calls the handing over of the goods. Since iOS 8.3.
    open var shippingType = PKShippingType.shipping

    /// Whether the shopper may change the address. Since iOS 15.
    open var shippingContactEditingMode = PKShippingContactEditingMode.available

    /// Bytes of the merchant's own; only their hash enters the token.
    open var applicationData: Data?

    /// The countries whose cards may pay, by codes of ISO 3166-1; nil for all. Since iOS 11.
    open var supportedCountries: Set<String>?

    /// The parts of the total that go to other merchants. Since iOS 16.
    open var multiTokenContexts: [PKPaymentTokenContext] = []

    /// Payments that come again. Since iOS 16.
    open var recurringPaymentRequest: PKRecurringPaymentRequest?

    /// Payments that fill up a balance. Since iOS 16.
    open var automaticReloadPaymentRequest: PKAutomaticReloadPaymentRequest?

    /// A payment on a later day. Since iOS 16.4.
    open var deferredPaymentRequest: PKDeferredPaymentRequest?

    /// Whether the purchase could be paid later. Since iOS 17; the service has ended.
    open var applePayLaterAvailability = ApplePayLaterAvailability.available

    /// The merchant's trade. Since iOS 18.
    open var merchantCategoryCode: MerchantCategoryCode?

    /// The merchant's own name for where the request came from. Since iOS 26.
    open var attributionIdentifier: String?

    /// Whether the request is made for another. Since iOS 26.4.
    open var isDelegatedRequest = false

    /// Regions whose cards may pay; that nil is the default, and the form, are a guess.
    open var issuerRegions: [String: [AnyHashable: Any]]?

    /// Cards that may not pay, by the names of their accounts. Since iOS 27; the default is a guess.
    open var unsupportedPrimaryAccountIdentifiers: [String] = []

    /// A request that states nothing yet.
    public override init() { super.init() }

    /// The networks that this device's system knows, whatever cards there are; none where there is
    /// no device. Since iOS 10.
    open class func availableNetworks() -> [PKPaymentNetwork] {
        (CurrentDevice.device?.availableNetworks ?? []).map { PKPaymentNetwork($0) }
    }
}
