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
                    didRequestMerchantSessionUpdate: { update in
                        reply(RequestUpdate(update))
                    }
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

    func forms(aboutCouponCode code: String) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didChangeCouponCode: code,
                    handler: { reply(offered.noting($0)) }
                )
            },
            .asynchronous {
                offered.noting(
                    await delegate.paymentAuthorizationController(
                        controller,
                        didChangeCouponCode: code
                    )
                )
            },
        ]
    }

    func forms(about payment: PKPayment) -> [DelegateForm<AuthorizationResult>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didAuthorizePayment: payment,
                    handler: { (result: PKPaymentAuthorizationResult) in
                        reply(AuthorizationResult(result))
                    }
                )
            },
            .asynchronous {
                let result: PKPaymentAuthorizationResult =
                    await delegate.paymentAuthorizationController(
                        controller,
                        didAuthorizePayment: payment
                    )
                return AuthorizationResult(result)
            },
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didAuthorizePayment: payment,
                    completion: { (status: PKPaymentAuthorizationStatus) in
                        reply(AuthorizationResult(status))
                    }
                )
            },
            .asynchronous {
                let status: PKPaymentAuthorizationStatus =
                    await delegate.paymentAuthorizationController(
                        controller,
                        didAuthorizePayment: payment
                    )
                return AuthorizationResult(status)
            },
        ]
    }
}

extension ControllerDelegate {
    func forms(about method: PKPaymentMethod) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didSelectPaymentMethod: method,
                    handler: { (update: PKPaymentRequestPaymentMethodUpdate) in
                        reply(offered.noting(update))
                    }
                )
            },
            .asynchronous {
                let update: PKPaymentRequestPaymentMethodUpdate =
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectPaymentMethod: method
                    )
                return offered.noting(update)
            },
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didSelectPaymentMethod: method,
                    completion: { (items: [PKPaymentSummaryItem]) in
                        reply(RequestUpdate(status: .success, paymentSummaryItems: items))
                    }
                )
            },
            .asynchronous {
                let items: [PKPaymentSummaryItem] = await delegate.paymentAuthorizationController(
                    controller,
                    didSelectPaymentMethod: method
                )
                return RequestUpdate(status: .success, paymentSummaryItems: items)
            },
        ]
    }

    func forms(about method: PKShippingMethod) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didSelectShippingMethod: method,
                    handler: { (update: PKPaymentRequestShippingMethodUpdate) in
                        reply(offered.noting(update))
                    }
                )
            },
            .asynchronous {
                let update: PKPaymentRequestShippingMethodUpdate =
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingMethod: method
                    )
                return offered.noting(update)
            },
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didSelectShippingMethod: method,
                    completion: {
                        (status: PKPaymentAuthorizationStatus, items: [PKPaymentSummaryItem]) in
                        reply(RequestUpdate(status: status, paymentSummaryItems: items))
                    }
                )
            },
            .asynchronous {
                let (status, items): (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) =
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingMethod: method
                    )
                return RequestUpdate(status: status, paymentSummaryItems: items)
            },
        ]
    }

    func forms(about contact: PKContact) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didSelectShippingContact: contact,
                    handler: { (update: PKPaymentRequestShippingContactUpdate) in
                        reply(offered.noting(update))
                    }
                )
            },
            .asynchronous {
                let update: PKPaymentRequestShippingContactUpdate =
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingContact: contact
                    )
                return offered.noting(update)
            },
            .handler { reply in
                delegate.paymentAuthorizationController(
                    controller,
                    didSelectShippingContact: contact,
                    completion: { reply(offered.noting($0, $1, $2)) }
                )
            },
            .asynchronous {
                let triple: FirstShippingAnswer = await delegate.paymentAuthorizationController(
                    controller,
                    didSelectShippingContact: contact
                )
                return offered.noting(triple.0, triple.1, triple.2)
            },
        ]
    }
}
