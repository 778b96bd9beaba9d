internal import PaymentRequest
internal import UIKitStubs

/// The delegate of a controller that needs no UIKit.
struct ControllerDelegate: SheetDelegate {
    let controller: PKPaymentAuthorizationController
    let delegate: any PKPaymentAuthorizationControllerDelegate
    let offered: OfferedShippingMethods

    var object: AnyObject { delegate }

    func willPresent() { _ = delegate.presentationWindow(for: controller) }
    func willAuthorizePayment() {
        delegate.paymentAuthorizationControllerWillAuthorizePayment(controller)
    }
    func didFinish() { delegate.paymentAuthorizationControllerDidFinish(controller) }

    func merchantSessionForms() -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didRequestMerchantSessionUpdate: { reply(RequestUpdate($0)) }
                )
            },
            .asynchronous {
                RequestUpdate(
                    await delegate.paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
                        controller: controller
                    )
                )
            },
        ]
    }

    func forms(aboutCouponCode value: String) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            { delegate.paymentAuthorizationController($0, didChangeCouponCode: $1, handler: $2) },
            { await delegate.paymentAuthorizationController($0, didChangeCouponCode: $1) },
            answer: offered.noting
        )
    }

    func forms(about value: PKPayment) -> [DelegateForm<AuthorizationResult>] {
        forms(
            about: value,
            { delegate.paymentAuthorizationController($0, didAuthorizePayment: $1, handler: $2) },
            { await delegate.paymentAuthorizationController($0, didAuthorizePayment: $1) },
            answer: { AuthorizationResult($0 as PKPaymentAuthorizationResult) }
        )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationController(
                        $0,
                        didAuthorizePayment: $1,
                        completion: $2
                    )
                },
                { await delegate.paymentAuthorizationController($0, didAuthorizePayment: $1) },
                answer: { AuthorizationResult($0 as PKPaymentAuthorizationStatus) }
            )
    }

    func forms(about value: PKPaymentMethod) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            {
                delegate.paymentAuthorizationController($0, didSelectPaymentMethod: $1, handler: $2)
            },
            { await delegate.paymentAuthorizationController($0, didSelectPaymentMethod: $1) },
            answer: { offered.noting($0 as PKPaymentRequestPaymentMethodUpdate) }
        )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationController(
                        $0,
                        didSelectPaymentMethod: $1,
                        completion: $2
                    )
                },
                { await delegate.paymentAuthorizationController($0, didSelectPaymentMethod: $1) },
                answer: { RequestUpdate(status: .success, paymentSummaryItems: $0) }
            )
    }

    func forms(about value: PKShippingMethod) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            {
                delegate.paymentAuthorizationController(
                    $0,
                    didSelectShippingMethod: $1,
                    handler: $2
                )
            },
            { await delegate.paymentAuthorizationController($0, didSelectShippingMethod: $1) },
            answer: { offered.noting($0 as PKPaymentRequestShippingMethodUpdate) }
        )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationController(
                        $0,
                        didSelectShippingMethod: $1,
                        completion: $2
                    )
                },
                { await delegate.paymentAuthorizationController($0, didSelectShippingMethod: $1) },
                answer: { RequestUpdate(status: $0, paymentSummaryItems: $1) }
            )
    }

    func forms(about value: PKContact) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            {
                delegate.paymentAuthorizationController(
                    $0,
                    didSelectShippingContact: $1,
                    handler: $2
                )
            },
            { await delegate.paymentAuthorizationController($0, didSelectShippingContact: $1) },
            answer: { offered.noting($0 as PKPaymentRequestShippingContactUpdate) }
        )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationController(
                        $0,
                        didSelectShippingContact: $1,
                        completion: $2
                    )
                },
                { await delegate.paymentAuthorizationController($0, didSelectShippingContact: $1) },
                answer: { offered.noting($0, $1, $2) }
            )
    }
}
