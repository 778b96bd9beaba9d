extension DelegateMethods {
    /// The methods of a delegate of a controller that needs no UIKit.
    init(
        of delegate: any PKPaymentAuthorizationControllerDelegate,
        for controller: PKPaymentAuthorizationController
    ) {
        self.init(
            willPresent: { _ = delegate.presentationWindow(for: controller) },
            willAuthorizePayment: {
                delegate.paymentAuthorizationControllerWillAuthorizePayment(controller)
            },
            didFinish: { delegate.paymentAuthorizationControllerDidFinish(controller) },
            merchantSession: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didRequestMerchantSessionUpdate: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationControllerDidRequestMerchantSessionUpdate(
                        controller: controller
                    )
                }
            ),
            couponCode: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didChangeCouponCode: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didChangeCouponCode: $0
                    )
                }
            ),
            authorization: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didAuthorizePayment: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didAuthorizePayment: $0
                    )
                }
            ),
            firstAuthorization: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didAuthorizePayment: $0,
                        completion: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didAuthorizePayment: $0
                    )
                }
            ),
            paymentMethod: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didSelectPaymentMethod: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectPaymentMethod: $0
                    )
                }
            ),
            firstPaymentMethod: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didSelectPaymentMethod: $0,
                        completion: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectPaymentMethod: $0
                    )
                }
            ),
            shippingMethod: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingMethod: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingMethod: $0
                    )
                }
            ),
            firstShippingMethod: OptionalMethod(
                { method, reply in
                    delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingMethod: method,
                        completion: { reply(($0, $1)) }
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingMethod: $0
                    )
                }
            ),
            shippingContact: OptionalMethod(
                {
                    delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingContact: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingContact: $0
                    )
                }
            ),
            firstShippingContact: OptionalMethod(
                { contact, reply in
                    delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingContact: contact,
                        completion: { reply(($0, $1, $2)) }
                    )
                },
                {
                    await delegate.paymentAuthorizationController(
                        controller,
                        didSelectShippingContact: $0
                    )
                }
            )
        )
    }
}
