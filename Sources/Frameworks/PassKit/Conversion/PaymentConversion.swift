internal import Contacts
internal import Foundation
internal import PaymentRequest
import PaymentSheet

extension PKPaymentMethod {
    /// A card as the device shows it, redacted or not.
    convenience init(_ method: PaymentMethod) {
        self.init(
            content: Content(
                displayName: method.displayName,
                network: method.network.map { PKPaymentNetwork($0) },
                type: PKPaymentMethodType(rawValue: method.type.rawValue) ?? .unknown,
                billingAddress: method.billingContact.map { CNContact.with($0) }
            )
        )
    }
}

extension PKPayment {
    /// Creates the authorized payment, with the app's own object for the shipping method.
    convenience init(_ payment: AuthorizedPayment, offered: OfferedShippingMethods) {
        let details = payment.details
        let token = PKPaymentToken(
            content: PKPaymentToken.Content(
                paymentMethod: PKPaymentMethod(details.method),
                transactionIdentifier: payment.transactionIdentifier,
                paymentData: Data(payment.paymentData)
            )
        )
        self.init(
            content: Content(
                token: token,
                billingContact: details.billingContact.map { PKContact($0) },
                shippingContact: details.shippingContact.map { PKContact($0) },
                shippingMethod: details.shippingMethod.map { offered.object(for: $0) }
            )
        )
    }
}
