import PassKit
import UIKit

/// The same shop as it is written since iOS 11: handlers that take an update.
class HandlerViewController: CheckoutViewController, PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        note()
        shop.selectedContact = contact
        let shippingMethods = shop.shippingMethodsForContact(contact)
        shop.select(shippingMethods)
        shop.updateShippingCost()
        completion(
            PKPaymentRequestShippingContactUpdate(
                errors: nil,
                paymentSummaryItems: shop.summaryItems,
                shippingMethods: shippingMethods
            )
        )
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        note()
        shop.selectedShippingMethod = shippingMethod
        shop.updateShippingCost()
        completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: shop.summaryItems))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        note()
        send(payment) { completion(PKPaymentAuthorizationResult(status: $0, errors: nil)) }
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        note()
        finish(controller)
    }
}
