import PassKit

/// The guide's delegate as a shop of today writes it: Swift 6, the main actor's own.
@MainActor
final class MainActorApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
        controller.dismiss()
    }

    func paymentAuthorizationControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationController
    ) { log.append("willAuthorize") }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        log.append("authorization async")
        await Task.yield()
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        log.append("contact handler")
        completion(PKPaymentRequestShippingContactUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate {
        log.append("coupon async")
        return PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
    }

    func presentationWindow(for controller: PKPaymentAuthorizationController) -> UIWindow? {
        log.append("window")
        return nil
    }
}

/// A delegate whose methods belong to no actor, with handlers that may go anywhere.
@MainActor
final class NonisolatedApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    private(set) var log: [String] = []

    private nonisolated func note(_ line: String) {
        MainActor.assumeIsolated { log.append(line) }
    }

    nonisolated func paymentAuthorizationControllerDidFinish(
        _ controller: PKPaymentAuthorizationController
    ) { note("didFinish") }

    nonisolated func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        note("authorization handler")
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    nonisolated func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectPaymentMethod paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    ) {
        note("method status")
        Task.detached { completion([]) }
    }
}

/// A delegate with the one required method.
final class MinimalApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    @MainActor var log: [String] = []

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }
}

/// Two generations of one question: the newer must be asked alone.
@MainActor
final class EveryFormApp: NSObject, PKPaymentAuthorizationControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("authorization status")
        completion(.failure)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        log.append("authorization async")
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) {
        log.append("shipping method async status")
        return (.success, [])
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        completion: @escaping (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        log.append("shipping method status")
        completion(.success, [])
    }
}
