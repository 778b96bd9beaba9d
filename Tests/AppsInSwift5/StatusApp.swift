import PassKit

/// An app of iOS 10: handlers that take a status, no actor named anywhere (mission 10.7 to 10.10).
class StatusApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []
    var selectedContact: PKContact?

    func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("didFinish")
        controller.dismiss(completion: nil)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("authorization status")
        completion(.success)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        completion: @escaping (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        log.append("shipping method status")
        completion(.success, [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        log.append("contact status")
        selectedContact = contact
        completion(.invalidShippingPostalAddress, [], [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        completion: @escaping ([PKPaymentSummaryItem]) -> Void
    ) {
        log.append("method status")
        completion([])
    }
}

/// An app that serves iOS 10 and later: asked the newer way, it asks itself the older one.
class BothGenerationsApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
    ) {
        log.append("didFinish")
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization handler")
        paymentAuthorizationController(controller, didAuthorizePayment: payment) { status in
            completion(PKPaymentAuthorizationResult(status: status, errors: nil))
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("authorization status")
        completion(.success)
    }
}
