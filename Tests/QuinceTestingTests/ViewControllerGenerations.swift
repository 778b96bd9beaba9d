import PassKit

/// A screen of an app that pays with UIKit, and writes down what it was called for.
class Screen: UIViewController {
    var log: [String] = []

    static func session() -> PKPaymentRequestMerchantSessionUpdate {
        let session = PKPaymentMerchantSession(dictionary: ["merchantSessionIdentifier": "1"])
        return PKPaymentRequestMerchantSessionUpdate(status: .success, merchantSession: session)
    }

    /// The shipping methods, which an older answer about a place must state again.
    static var methods: [PKShippingMethod] { [ToyStore.standard, ToyStore.nextDay] }

    /// Presents the sheet, with a delegate.
    func buy(for delegate: any PKPaymentAuthorizationViewControllerDelegate) {
        let request = Shop.request()
        request.supportsCouponCode = true
        guard let controller = PKPaymentAuthorizationViewController(paymentRequest: request) else {
            return log.append("nil")
        }
        controller.delegate = delegate
        present(controller, animated: true)
    }

    func finished(_ controller: PKPaymentAuthorizationViewController) {
        log.append("didFinish")
        controller.dismiss(animated: true)
    }
}

/// A screen with handlers, as since iOS 11.
final class HandlerScreen: Screen, PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) { finished(controller) }

    func paymentAuthorizationViewControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationViewController
    ) { log.append("willAuthorize") }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didRequestMerchantSessionUpdate handler:
            @escaping @Sendable (PKPaymentRequestMerchantSessionUpdate) -> Void
    ) {
        log.append("session handler")
        handler(Self.session())
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        log.append("method handler")
        completion(PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        log.append("contact handler")
        completion(PKPaymentRequestShippingContactUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        handler completion: @escaping @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        log.append("shipping handler")
        completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didChangeCouponCode couponCode: String,
        handler completion: @escaping @Sendable (PKPaymentRequestCouponCodeUpdate) -> Void
    ) {
        log.append("coupon handler")
        completion(PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("payment handler")
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }
}

/// A screen that answers asynchronously.
final class AsyncScreen: Screen, PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) { finished(controller) }

    func paymentAuthorizationViewControllerWillAuthorizePayment(
        _ controller: PKPaymentAuthorizationViewController
    ) { log.append("willAuthorize") }

    func paymentAuthorizationViewControllerDidRequestMerchantSessionUpdate(
        controller: PKPaymentAuthorizationViewController
    ) async -> PKPaymentRequestMerchantSessionUpdate {
        log.append("session async")
        return Self.session()
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod
    ) async -> PKPaymentRequestPaymentMethodUpdate {
        log.append("method async")
        return PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact
    ) async -> PKPaymentRequestShippingContactUpdate {
        log.append("contact async")
        return PKPaymentRequestShippingContactUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod
    ) async -> PKPaymentRequestShippingMethodUpdate {
        log.append("shipping async")
        return PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didChangeCouponCode couponCode: String
    ) async -> PKPaymentRequestCouponCodeUpdate {
        log.append("coupon async")
        return PKPaymentRequestCouponCodeUpdate(paymentSummaryItems: [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationResult {
        log.append("payment async")
        await Task.yield()
        return PKPaymentAuthorizationResult(status: .success, errors: nil)
    }
}

/// A screen whose handlers take a status, as until iOS 11.
final class StatusScreen: Screen, PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) { finished(controller) }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod,
        completion: @escaping @Sendable ([PKPaymentSummaryItem]) -> Void
    ) {
        log.append("method status")
        completion([])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        log.append("contact status")
        completion(.success, Self.methods, [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        completion:
            @escaping @Sendable (
                PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]
            ) -> Void
    ) {
        log.append("shipping status")
        completion(.success, [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping @Sendable (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("payment status")
        completion(.success)
    }
}

/// A screen that answers the older questions asynchronously.
final class AsyncStatusScreen: Screen, PKPaymentAuthorizationViewControllerDelegate {
    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) { finished(controller) }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod
    ) async -> [PKPaymentSummaryItem] {
        log.append("method async status")
        return []
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingContact contact: PKContact
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]) {
        log.append("contact async status")
        return (.success, Self.methods, [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod
    ) async -> (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) {
        log.append("shipping async status")
        return (.success, [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus {
        log.append("payment async status")
        return .success
    }
}

/// A screen that is asked for an address asynchronously, as of iOS 8.
final class AddressScreen: Screen, PKPaymentAuthorizationViewControllerDelegate {
    /// Where it is to go, as far as that is told.
    private(set) var place: PKContact?

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) { finished(controller) }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingAddress address: ABRecord
    ) async -> (PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]) {
        log.append("address async")
        place = address as? PKContact
        return (.success, Self.methods, [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment
    ) async -> PKPaymentAuthorizationStatus {
        log.append("payment async status")
        return .success
    }
}
