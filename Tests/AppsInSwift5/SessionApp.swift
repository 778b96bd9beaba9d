import Foundation
import PassKit

// A payment library as an SDK for shops has it: a session that is given the class of the controller,
// so that tests give it another, with the delegate's methods in an extension of the session.

protocol PaymentSessionDelegate: AnyObject {
    func session(
        _ session: PaymentSession,
        shippingRatesFor address: ShopAddress,
        provide: @escaping (_ rates: [PKShippingMethod], _ items: [PKPaymentSummaryItem]) -> Void
    )
    func session(_ session: PaymentSession, didAuthorize token: Data) -> Bool
    func sessionDidFinish(_ session: PaymentSession)
}

struct ShopAddress {
    let city, zip, countryCode: String

    init?(_ contact: PKContact) {
        guard let address = contact.postalAddress else { return nil }
        (city, zip, countryCode) = (address.city, address.postalCode, address.isoCountryCode)
    }
}

class PaymentSession: NSObject {
    weak var delegate: PaymentSessionDelegate?
    var log: [String] = []

    private let controllerType: PKPaymentAuthorizationController.Type
    private var items: [PKPaymentSummaryItem] = []

    init(
        controllerType: PKPaymentAuthorizationController.Type = PKPaymentAuthorizationController
            .self
    ) {
        self.controllerType = controllerType
        super.init()
    }

    @discardableResult
    func authorize(_ request: PKPaymentRequest) -> PKPaymentAuthorizationController {
        items = request.paymentSummaryItems
        let controller = controllerType.init(paymentRequest: request)
        controller.delegate = self
        controller.present(completion: nil)
        return controller
    }
}

extension PaymentSession: PKPaymentAuthorizationControllerDelegate {
    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didAuthorizePayment payment: PKPayment,
        handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
    ) {
        log.append("authorization")
        let isAccepted = delegate?.session(self, didAuthorize: payment.token.paymentData) ?? false
        completion(
            PKPaymentAuthorizationResult(status: isAccepted ? .success : .failure, errors: nil)
        )
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingContact contact: PKContact,
        handler completion: @escaping (PKPaymentRequestShippingContactUpdate) -> Void
    ) {
        log.append("contact")
        guard let address = ShopAddress(contact) else {
            let error = PKPaymentRequest.paymentContactInvalidError(
                withContactField: .postalAddress,
                localizedDescription: nil
            )
            let update = PKPaymentRequestShippingContactUpdate()
            update.paymentSummaryItems = items
            update.errors = [error]
            completion(update)
            return
        }
        delegate?.session(self, shippingRatesFor: address) { rates, items in
            self.items = items
            completion(
                PKPaymentRequestShippingContactUpdate(
                    errors: nil,
                    paymentSummaryItems: items,
                    shippingMethods: rates
                )
            )
        }
    }

    func paymentAuthorizationController(
        _ controller: PKPaymentAuthorizationController,
        didSelectShippingMethod shippingMethod: PKShippingMethod,
        handler completion: @escaping (PKPaymentRequestShippingMethodUpdate) -> Void
    ) {
        log.append("shipping method")
        let update = PKPaymentRequestShippingMethodUpdate()
        update.paymentSummaryItems = items
        completion(update)
    }

    func paymentAuthorizationControllerDidFinish(_ controller: PKPaymentAuthorizationController) {
        log.append("didFinish")
        controller.dismiss(completion: nil)
        delegate?.sessionDidFinish(self)
    }
}

/// The same for a view controller, whose initializer can fail.
enum CheckoutScreen {
    static func make(
        _ type: PKPaymentAuthorizationViewController.Type,
        for request: PKPaymentRequest
    ) -> PKPaymentAuthorizationViewController? {
        type.init(paymentRequest: request)
    }
}
