import PassKit
import UIKit

/// The same shop with asynchronous methods: the answer is what they return.
final class AsyncViewController: CheckoutViewController,
    PKPaymentAuthorizationViewControllerDelegate
{
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        note()
        shop.selectedContact = contact
        let shippingMethods = shop.shippingMethodsForContact(contact)
        shop.select(shippingMethods)
        shop.updateShippingCost()
        return PKPaymentRequestShippingContactUpdate(
            errors: nil,
            paymentSummaryItems: shop.summaryItems,
            shippingMethods: shippingMethods
        )
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        note()
        shop.selectedShippingMethod = shippingMethod
        shop.updateShippingCost()
        return PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: shop.summaryItems)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        note()
        let status = await withCheckedContinuation { continuation in
            send(payment) { continuation.resume(returning: $0) }
        }
        return PKPaymentAuthorizationResult(status: status, errors: nil)
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        note()
        finish(controller)
    }
}
