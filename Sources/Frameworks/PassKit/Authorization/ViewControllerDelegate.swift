internal import PaymentRequest
internal import UIKitStubs

/// The delegate of a controller that UIKit shows.
struct ViewControllerDelegate: SheetDelegate {
    let controller: PKPaymentAuthorizationViewController
    let delegate: any PKPaymentAuthorizationViewControllerDelegate
    let offered: OfferedShippingMethods

    var object: AnyObject { delegate }

    func willPresent() {}
    func willAuthorizePayment() {
        delegate.paymentAuthorizationViewControllerWillAuthorizePayment(controller)
    }
    func didFinish() { delegate.paymentAuthorizationViewControllerDidFinish(controller) }

    func merchantSessionForms() -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didRequestMerchantSessionUpdate: { reply(RequestUpdate($0)) }
                )
            },
            .asynchronous {
                RequestUpdate(
                    await delegate.paymentAuthorizationViewControllerDidRequestMerchantSessionUpdate(
                        controller: controller
                    )
                )
            },
        ]
    }

    func forms(aboutCouponCode value: String) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            {
                delegate.paymentAuthorizationViewController(
                    $0,
                    didChangeCouponCode: $1,
                    handler: $2
                )
            },
            { await delegate.paymentAuthorizationViewController($0, didChangeCouponCode: $1) },
            answer: offered.noting
        )
    }

    func forms(about value: PKPayment) -> [DelegateForm<AuthorizationResult>] {
        forms(
            about: value,
            {
                delegate.paymentAuthorizationViewController(
                    $0,
                    didAuthorizePayment: $1,
                    handler: $2
                )
            },
            { await delegate.paymentAuthorizationViewController($0, didAuthorizePayment: $1) },
            answer: { AuthorizationResult($0 as PKPaymentAuthorizationResult) }
        )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationViewController(
                        $0,
                        didAuthorizePayment: $1,
                        completion: $2
                    )
                },
                { await delegate.paymentAuthorizationViewController($0, didAuthorizePayment: $1) },
                answer: { AuthorizationResult($0 as PKPaymentAuthorizationStatus) }
            )
    }

    func forms(about value: PKPaymentMethod) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            { delegate.paymentAuthorizationViewController($0, didSelect: $1, handler: $2) },
            { await delegate.paymentAuthorizationViewController($0, didSelect: $1) },
            answer: { offered.noting($0 as PKPaymentRequestPaymentMethodUpdate) }
        )
            + forms(
                about: value,
                { delegate.paymentAuthorizationViewController($0, didSelect: $1, completion: $2) },
                { await delegate.paymentAuthorizationViewController($0, didSelect: $1) },
                answer: { RequestUpdate(status: .success, paymentSummaryItems: $0) }
            )
    }

    func forms(about value: PKShippingMethod) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            { delegate.paymentAuthorizationViewController($0, didSelect: $1, handler: $2) },
            { await delegate.paymentAuthorizationViewController($0, didSelect: $1) },
            answer: { offered.noting($0 as PKPaymentRequestShippingMethodUpdate) }
        )
            + forms(
                about: value,
                { delegate.paymentAuthorizationViewController($0, didSelect: $1, completion: $2) },
                { await delegate.paymentAuthorizationViewController($0, didSelect: $1) },
                answer: { RequestUpdate(status: $0, paymentSummaryItems: $1) }
            )
    }

    func forms(about value: PKContact) -> [DelegateForm<RequestUpdate>] {
        forms(
            about: value,
            {
                delegate.paymentAuthorizationViewController(
                    $0,
                    didSelectShippingContact: $1,
                    handler: $2
                )
            },
            { await delegate.paymentAuthorizationViewController($0, didSelectShippingContact: $1) },
            answer: { offered.noting($0 as PKPaymentRequestShippingContactUpdate) }
        )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationViewController(
                        $0,
                        didSelectShippingContact: $1,
                        completion: $2
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        $0,
                        didSelectShippingContact: $1
                    )
                },
                answer: { offered.noting($0, $1, $2) }
            )
            + forms(
                about: value,
                {
                    delegate.paymentAuthorizationViewController(
                        $0,
                        didSelectShippingAddress: $1,
                        completion: $2
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        $0,
                        didSelectShippingAddress: $1
                    )
                },
                answer: offered.noting
            )
    }
}
