import PassKit

/// Makes the payment controller for one purchase, and has the token verified.
///
/// The names, with their spelling, are the original's.
final class AppleTool: NSObject {
    /// 用户的姓名: the shopper's name.
    var userName: String?
    /// 商品的价格: the price.
    var price: UInt64 = 0
    /// 商品的折扣: the discount; with 0 there is no line for it.
    var disCount: UInt64 = 0

    /// Sends the token's Base64 to the merchant's server, and says whether it was charged.
    ///
    /// Corrected: in the original nothing is sent, and the result is not reported.
    var server: (String, @escaping (Bool) -> Void) -> Void = { _, result in result(false) }

    /// Corrected: the original declares this list and never fills it, so that it finds no card for
    /// it, and states a second list in the request.
    private let supportnetWorks: [PKPaymentNetwork] = [
        .amex, .discover, .masterCard, .visa, .chinaUnionPay,
    ]

    /// A tool; what else there is to a payment is not looked at.
    class func initWith(_ payAbout: NSObject?) -> AppleTool { AppleTool() }

    /// Whether the device has Apple Pay, and parental controls allow it.
    class func isUserCanMakePayment() -> Bool {
        PKPaymentAuthorizationViewController.canMakePayments()
    }

    /// Whether the shopper has a card for one of the networks.
    func isUserCanMakePaymentUseingNetWork() -> Bool {
        PKPaymentAuthorizationViewController.canMakePayments(usingNetworks: supportnetWorks)
    }

    /// The controller to present; nil if no sheet could come up.
    @MainActor
    func getAuthorzationViewController() -> PKPaymentAuthorizationViewController? {
        PKPaymentAuthorizationViewController(paymentRequest: createPaymentRequest())
    }

    private func createPaymentRequest() -> PKPaymentRequest {
        let request = PKPaymentRequest()
        request.supportedNetworks = supportnetWorks
        request.merchantCapabilities = [
            .capability3DS, .capabilityEMV, .capabilityCredit, .capabilityDebit,
        ]
        request.countryCode = "CN"
        request.currencyCode = "CNY"
        // Corrected: the original has words in its place, to be replaced by one's own.
        request.merchantIdentifier = "merchant.com.example"
        request.shippingContact = getUserContact()

        let subtotal = PKPaymentSummaryItem(label: "小计", amount: amount(price))
        var summaryItems = [subtotal]
        if disCount > 0 {
            let discount = amount(disCount, isNegative: true)
            summaryItems.append(PKPaymentSummaryItem(label: "打折", amount: discount))
        }
        // Corrected: the original adds up the subtotal alone, and charges it whole.
        let totalAmount = summaryItems.reduce(NSDecimalNumber.zero) { $0.adding($1.amount) }
        summaryItems.append(PKPaymentSummaryItem(label: "有妖气", amount: totalAmount))
        request.paymentSummaryItems = summaryItems
        // An address is not asked for: request.requiredShippingAddressFields = .all
        return request
    }

    private func amount(_ units: UInt64, isNegative: Bool = false) -> NSDecimalNumber {
        NSDecimalNumber(mantissa: units, exponent: 0, isNegative: isNegative)
    }

    private func getUserContact() -> PKContact {
        let contact = PKContact()
        var name = PersonNameComponents()
        name.nickname = userName
        contact.name = name
        return contact
    }

    /// Has a token verified and charged; the result comes once the server has answered.
    ///
    /// Corrected: the original keeps the token in iCloud, where each of the shopper's devices and
    /// each version of the app can read it, and never calls `result`.
    func verifyApplePayWith(_ paymentTocken: Data, result: @escaping (Bool) -> Void) {
        // The option says how lines end; without a length there is only one.
        let encodeStr = paymentTocken.base64EncodedString(options: .endLineWithCarriageReturn)
        server(encodeStr, result)
    }

    /// Takes away what the original left in iCloud, which has this method as a comment only.
    func clearPaymentDataIniCloud() {
        let storage = NSUbiquitousKeyValueStore.default
        storage.removeObject(forKey: "applePayMentTocken")
        storage.synchronize()
    }
}
