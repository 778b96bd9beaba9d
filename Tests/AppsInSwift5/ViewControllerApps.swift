import PassKit

/// A shop's view controller of iOS 11, whose delegate is itself.
class ShopViewController: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
    var log: [String] = []
    var request = PKPaymentRequest()
    lazy var button = PKPaymentButton(paymentButtonType: .buy, paymentButtonStyle: .black)

    override func viewDidLoad() {
        super.viewDidLoad()
        button.addAction(UIAction { [weak self] _ in self?.buy() }, for: .touchUpInside)
        view.addSubview(button)
    }

    func buy() {
        guard let controller = PKPaymentAuthorizationViewController(paymentRequest: request) else {
            log.append("nil")
            return
        }
        controller.delegate = self
        present(controller, animated: true, completion: nil)
    }

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        log.append("didFinish")
        controller.dismiss(animated: true) { self.log.append("dismissed") }
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization handler")
        completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        log.append("shipping method handler")
        completion(PKPaymentRequestShippingMethodUpdate(paymentSummaryItems: []))
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod,
        handler completion: @escaping (PKPaymentRequestPaymentMethodUpdate) -> Void
    ) {
        log.append("method handler")
        completion(PKPaymentRequestPaymentMethodUpdate(paymentSummaryItems: []))
    }
}

/// A delegate of iOS 8, before there were contacts (mission 10.9).
class AddressApp: NSObject, PKPaymentAuthorizationViewControllerDelegate {
    var log: [String] = []

    func paymentAuthorizationViewControllerDidFinish(
        _ controller: PKPaymentAuthorizationViewController
    ) {
        log.append("didFinish")
        controller.dismiss(animated: true, completion: nil)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didAuthorizePayment payment: PKPayment,
        completion: @escaping (PKPaymentAuthorizationStatus) -> Void
    ) {
        log.append("authorization status")
        completion(.failure)
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect shippingMethod: PKShippingMethod,
        completion: @escaping (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) -> Void
    ) {
        log.append("shipping method status")
        completion(.success, [])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelect paymentMethod: PKPaymentMethod,
        completion: @escaping ([PKPaymentSummaryItem]) -> Void
    ) {
        log.append("method status")
        completion([])
    }

    func paymentAuthorizationViewController(
        _ controller: PKPaymentAuthorizationViewController,
        didSelectShippingAddress address: ABRecord,
        completion:
            @escaping (
                PKPaymentAuthorizationStatus, [PKShippingMethod], [PKPaymentSummaryItem]
            ) -> Void
    ) {
        log.append("address")
        completion(.success, [], [])
    }
}
