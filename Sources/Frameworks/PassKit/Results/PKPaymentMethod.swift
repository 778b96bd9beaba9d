public import Contacts
public import Foundation

/// The payment card, as far as an app may see it. Since iOS 9.
open class PKPaymentMethod: NSObject {
    private let content: Content

    struct Content {
        var displayName: String?
        var network: PKPaymentNetwork?
        var type = PKPaymentMethodType.unknown
        var billingAddress: CNContact?
    }

    /// A text for the shopper, such as brand and last four digits; nil until authorized.
    open var displayName: String? { content.displayName }

    /// The network; nil until authorized.
    open var network: PKPaymentNetwork? { content.network }

    /// How the card is funded.
    open var type: PKPaymentMethodType { content.type }

    /// The redacted billing address, if no shipping contact is requested. Since iOS 13.
    open var billingAddress: CNContact? { content.billingAddress }

    /// The card's pass, which only its issuer's app may see; nil here. Since iOS 13.4.
    open var secureElementPass: PKSecureElementPass? { nil }

    /// ``secureElementPass`` until iOS 13.4.
    open var paymentPass: PKPaymentPass? { secureElementPass as? PKPaymentPass }

    /// Creates an empty payment method.
    public override init() {
        content = Content()
        super.init()
    }

    init(content: Content) {
        self.content = content
        super.init()
    }
}
