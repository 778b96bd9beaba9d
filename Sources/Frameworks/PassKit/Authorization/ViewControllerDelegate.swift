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
                    didRequestMerchantSessionUpdate: { update in
                        reply(RequestUpdate(update))
                    }
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

    func forms(aboutCouponCode code: String) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didChangeCouponCode: code,
                    handler: { reply(offered.noting($0)) }
                )
            },
            .asynchronous {
                offered.noting(
                    await delegate.paymentAuthorizationViewController(
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
                delegate.paymentAuthorizationViewController(
                    controller,
                    didAuthorizePayment: payment,
                    handler: { (result: PKPaymentAuthorizationResult) in
                        reply(AuthorizationResult(result))
                    }
                )
            },
            .asynchronous {
                let result: PKPaymentAuthorizationResult =
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didAuthorizePayment: payment
                    )
                return AuthorizationResult(result)
            },
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didAuthorizePayment: payment,
                    completion: { (status: PKPaymentAuthorizationStatus) in
                        reply(AuthorizationResult(status))
                    }
                )
            },
            .asynchronous {
                let status: PKPaymentAuthorizationStatus =
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didAuthorizePayment: payment
                    )
                return AuthorizationResult(status)
            },
        ]
    }
}

extension ViewControllerDelegate {
    func forms(about method: PKPaymentMethod) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelect: method,
                    handler: { (update: PKPaymentRequestPaymentMethodUpdate) in
                        reply(offered.noting(update))
                    }
                )
            },
            .asynchronous {
                let update: PKPaymentRequestPaymentMethodUpdate =
                    await delegate.paymentAuthorizationViewController(controller, didSelect: method)
                return offered.noting(update)
            },
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelect: method,
                    completion: { (items: [PKPaymentSummaryItem]) in
                        reply(RequestUpdate(status: .success, paymentSummaryItems: items))
                    }
                )
            },
            .asynchronous {
                let items: [PKPaymentSummaryItem] =
                    await delegate.paymentAuthorizationViewController(controller, didSelect: method)
                return RequestUpdate(status: .success, paymentSummaryItems: items)
            },
        ]
    }

    func forms(about method: PKShippingMethod) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelect: method,
                    handler: { (update: PKPaymentRequestShippingMethodUpdate) in
                        reply(offered.noting(update))
                    }
                )
            },
            .asynchronous {
                let update: PKPaymentRequestShippingMethodUpdate =
                    await delegate.paymentAuthorizationViewController(controller, didSelect: method)
                return offered.noting(update)
            },
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelect: method,
                    completion: {
                        (status: PKPaymentAuthorizationStatus, items: [PKPaymentSummaryItem]) in
                        reply(RequestUpdate(status: status, paymentSummaryItems: items))
                    }
                )
            },
            .asynchronous {
                let (status, items): (PKPaymentAuthorizationStatus, [PKPaymentSummaryItem]) =
                    await delegate.paymentAuthorizationViewController(controller, didSelect: method)
                return RequestUpdate(status: status, paymentSummaryItems: items)
            },
        ]
    }

    func forms(about contact: PKContact) -> [DelegateForm<RequestUpdate>] {
        [
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelectShippingContact: contact,
                    handler: { (update: PKPaymentRequestShippingContactUpdate) in
                        reply(offered.noting(update))
                    }
                )
            },
            .asynchronous {
                let update: PKPaymentRequestShippingContactUpdate =
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingContact: contact
                    )
                return offered.noting(update)
            },
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelectShippingContact: contact,
                    completion: { reply(offered.noting($0, $1, $2)) }
                )
            },
            .asynchronous {
                let triple: FirstShippingAnswer = await delegate.paymentAuthorizationViewController(
                    controller,
                    didSelectShippingContact: contact
                )
                return offered.noting(triple.0, triple.1, triple.2)
            },
            .handler { reply in
                delegate.paymentAuthorizationViewController(
                    controller,
                    didSelectShippingAddress: contact,
                    completion: { reply(offered.noting($0, $1, $2)) }
                )
            },
            .asynchronous {
                let triple: FirstShippingAnswer = await delegate.paymentAuthorizationViewController(
                    controller,
                    didSelectShippingAddress: contact
                )
                return offered.noting(triple.0, triple.1, triple.2)
            },
        ]
    }
}
