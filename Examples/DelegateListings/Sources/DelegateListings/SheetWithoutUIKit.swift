import PassKit

/// The same shop where there is no UIKit, such as in an app for a watch or in an extension.
///
/// The request and the answers are the same; the labels of the delegate's methods are not, and the
/// controller presents and dismisses itself.
@MainActor
final class SheetWithoutUIKit: NSObject, PKPaymentAuthorizationControllerDelegate {
    let shop = Shop()
    var server: OrderServer = { _, reply in reply(.success) }
    private(set) var log: [String] = []
    private(set) var isSheetUp = false

    func pay() {
        let controller = PKPaymentAuthorizationController(paymentRequest: shop.paymentRequest())
        controller.delegate = self
        // It cannot be nil; that no sheet comes up is said here.
        controller.present { self.isSheetUp = $0 }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
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

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        note()
        shop.selectedShippingMethod = shippingMethod
        shop.updateShippingCost()
        completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: shop.summaryItems))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        note()
        server(Order(payment, cart: "cart 7")) {
            completion(PKPaymentAuthorizationResult(status: $0, errors: nil))
        }
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        note()
        controller.dismiss { self.isSheetUp = false }
    }

    private func note(_ method: String = #function) { log.append(method) }
}
