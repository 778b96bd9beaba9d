public import Foundation

/// What an app asks to pay out to a person's card. Since iOS 17.
open class PKDisbursementRequest: NSObject {
    /// Who pays, by the identifier registered with Apple.
    open var merchantIdentifier: String
    /// The currency of every amount.
    open var currency: Locale.Currency
    /// Where the merchant does business.
    open var region: Locale.Region
    /// The networks that the merchant pays out over.
    open var supportedNetworks: [PKPaymentNetwork]
    /// The protocols that the merchant can use.
    open var merchantCapabilities: PKMerchantCapability
    /// The lines of the sheet; the last is a ``PKDisbursementSummaryItem``.
    open var summaryItems: [PKPaymentSummaryItem]
    /// What the merchant must know of the person.
    open var requiredRecipientContactFields: [PKContactField] = []
    /// A contact to start from.
    open var recipientContact: PKContact?
    /// The regions whose cards may receive; nil for all.
    open var supportedRegions: [Locale.Region]?
    /// Bytes of the merchant's own.
    open var applicationData: Data?
    /// Whether the request is made for another. Since iOS 26.4.
    open var isDelegatedRequest = false

    /// A payout that states nothing yet; its currency and region are those that mean none.
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

    /// A payout.
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

    /// A field of the recipient's contact is wrong.
    open class func disbursementContactInvalidError(
        withContactField field: PKContactField,
        localizedDescription: String?
    ) -> any Error {
        var userInfo: [String: Any] = [:]
        userInfo[PKDisbursementErrorKey.contactFieldUserInfoKey.rawValue] = field
        userInfo[NSLocalizedDescriptionKey] = localizedDescription
        return PKDisbursementError(.recipientContactInvalidError, userInfo: userInfo)
    }

    /// The card cannot receive.
    open class func disbursementCardUnsupportedError() -> any Error {
        PKDisbursementError(.unsupportedCardError)
    }
}
