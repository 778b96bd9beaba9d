public import Foundation

/// The authorized payment: the token, and the requested contacts.
open class PKPayment: NSObject {
    private let content: Content

    struct Content {
        var token = PKPaymentToken()
        var billingContact: PKContact?
        var shippingContact: PKContact?
        var shippingMethod: PKShippingMethod?
    }

    /// The token, encrypted for the merchant.
    open var token: PKPaymentToken { content.token }

    /// The billing contact, in the requested fields. Since iOS 9.
    open var billingContact: PKContact? { content.billingContact }

    /// The shipping contact, in the requested fields. Since iOS 9.
    open var shippingContact: PKContact? { content.shippingContact }

    /// The shipping method; nil if the request has none.
    open var shippingMethod: PKShippingMethod? { content.shippingMethod }

    /// The billing address until iOS 9; always nil.
    open var billingAddress: ABRecord? { nil }

    /// The shipping address until iOS 9; always nil.
    open var shippingAddress: ABRecord? { nil }

    /// Creates a payment with an empty token, for tests that override what they need.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }
}

/// A payment token: encrypted data for the merchant, and the properties that may be shown.
open class PKPaymentToken: NSObject {
    private let content: Content

    struct Content {
        var paymentMethod = PKPaymentMethod()
        var transactionIdentifier = ""
        var paymentData = Data()
    }

    /// The card. Since iOS 9.
    open var paymentMethod: PKPaymentMethod { content.paymentMethod }

    /// The identifier of the payment, for receipts.
    open var transactionIdentifier: String { content.transactionIdentifier }

    /// JSON in UTF-8 that only the merchant can decrypt; empty on a simulator.
    open var paymentData: Data { content.paymentData }

    /// The card's name until iOS 9, now ``PKPaymentMethod/displayName``.
    open var paymentInstrumentName: String { paymentMethod.displayName ?? "" }

    /// The card's network until iOS 9, now ``PKPaymentMethod/network``.
    open var paymentNetwork: String { paymentMethod.network?.rawValue ?? "" }

    /// Creates an empty token, for tests that override what they need.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }
}
