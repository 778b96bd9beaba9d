import PassKit
import UIKit

/// The listings of the guide for iOS 9 and 10: a contact, and completions that take a status.
///
/// Corrected: the listing declares the contact as a `CNContact`, and it is a `PKContact`.
final class ContactViewController: CheckoutViewController,
    PKPaymentAuthorizationViewControllerDelegate
{
    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        note()
        shop.selectedContact = contact
        let shippingMethods = shop.shippingMethodsForContact(contact)
        shop.select(shippingMethods)
        shop.updateShippingCost()
        completion(.success, shippingMethods, shop.summaryItems)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        completion: @escaping (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        note()
        shop.selectedShippingMethod = shippingMethod
        shop.updateShippingCost()
        completion(.success, shop.summaryItems)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        note()
        send(payment, reply: completion)
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        note()
        finish(controller)
    }
}
