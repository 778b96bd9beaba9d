public import Foundation

/// A request for a payout to the user's card. Since iOS 17.
open class PKDisbursementRequest: NSObject {
    /// The merchant identifier that is registered with Apple.
    open var merchantIdentifier: String
    /// The currency of every amount.
    open var currency: Locale.Currency
    /// The merchant's region.
    open var region: Locale.Region
    /// The networks for the payout.
    open var supportedNetworks: [PKPaymentNetwork]
    /// The protocols that the merchant supports.
    open var merchantCapabilities: PKMerchantCapability
    /// The lines of the sheet; the last is a ``PKDisbursementSummaryItem``.
    open var summaryItems: [PKPaymentSummaryItem]
    /// The contact fields of the recipient that the merchant requires.
    open var requiredRecipientContactFields: [PKContactField] = []
    /// The initial contact.
    open var recipientContact: PKContact?
    /// The regions whose cards are accepted; nil for all.
    open var supportedRegions: [Locale.Region]?
    /// Any data of the merchant's.
    open var applicationData: Data?
    /// Whether the request is made on behalf of another. Since iOS 26.4.
    open var isDelegatedRequest = false

    /// Creates an empty request, with the unknown currency and region.
    public convenience override init() {
        self.init(
            merchantIdentifier: "",
            currency: .unknown,
            region: .unknown,
            supportedNetworks: [],
            merchantCapabilities: [],
            summaryItems: []
        )
    }

    /// Creates a request.
    public init(
        merchantIdentifier: String,
        currency: Locale.Currency,
        region: Locale.Region,
        supportedNetworks: [PKPaymentNetwork],
        merchantCapabilities: PKMerchantCapability,
        summaryItems: [PKPaymentSummaryItem]
    ) {
        self.merchantIdentifier = merchantIdentifier
        self.currency = currency
        self.region = region
        self.supportedNetworks = supportedNetworks
        self.merchantCapabilities = merchantCapabilities
        self.summaryItems = summaryItems
        super.init()
    }

    /// The error for an invalid field of the recipient's contact.
    open class func disbursementContactInvalidError(
        withContactField field: PKContactField,
        localizedDescription: String?
    ) -> any Error {
        var userInfo: [String: Any] = [:]
        userInfo[PKDisbursementErrorKey.contactFieldUserInfoKey.rawValue] = field
        userInfo[NSLocalizedDescriptionKey] = localizedDescription
        return PKDisbursementError(.recipientContactInvalidError, userInfo: userInfo)
    }

    /// The error for a card that does not support payouts.
    open class func disbursementCardUnsupportedError() -> any Error {
        PKDisbursementError(.unsupportedCardError)
    }
}
