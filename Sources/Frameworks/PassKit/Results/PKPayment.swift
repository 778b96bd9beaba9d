public import Foundation

/// What an app gets when the shopper has authorized: the token, and what was asked for.
open class PKPayment: NSObject {
    private let content: Content

    struct Content {
        var token = PKPaymentToken()
        var billingContact: PKContact?
        var shippingContact: PKContact?
        var shippingMethod: PKShippingMethod?
    }

    /// The token, sealed to the merchant.
    open var token: PKPaymentToken { content.token }

    /// The billing contact, in the fields that were asked for. Since iOS 9.
    open var billingContact: PKContact? { content.billingContact }

    /// The shipping contact, in the fields that were asked for. Since iOS 9.
    open var shippingContact: PKContact? { content.shippingContact }

    /// The way of shipping; nil where there was none to choose.
    open var shippingMethod: PKShippingMethod? { content.shippingMethod }

    /// The billing address until iOS 9; there is none any more.
    open var billingAddress: ABRecord? { nil }

    /// The shipping address until iOS 9; there is none any more.
    open var shippingAddress: ABRecord? { nil }

    /// A payment with an empty token, for tests that override what they need.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }
}

/// A payment's token: sealed data for the merchant, and what may be shown of it.
open class PKPaymentToken: NSObject {
    private let content: Content

    struct Content {
        var paymentMethod = PKPaymentMethod()
        var transactionIdentifier = ""
        var paymentData = Data()
    }

    /// The card. Since iOS 9.
    open var paymentMethod: PKPaymentMethod { content.paymentMethod }

    /// The payment's name, for receipts.
    open var transactionIdentifier: String { content.transactionIdentifier }

    /// JSON in UTF-8 that only the merchant can open; empty on a simulator.
    open var paymentData: Data { content.paymentData }

    /// The card's name until iOS 9, now ``PKPaymentMethod/displayName``.
    open var paymentInstrumentName: String { paymentMethod.displayName ?? "" }

    /// The card's network until iOS 9, now ``PKPaymentMethod/network``.
    open var paymentNetwork: String { paymentMethod.network?.rawValue ?? "" }

    /// An empty token, for tests that override what they need.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }
}
