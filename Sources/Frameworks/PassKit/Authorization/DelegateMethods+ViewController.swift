extension DelegateMethods {
    /// The methods of a delegate of a view controller.
    init(
        of delegate: any PKPaymentAuthorizationViewControllerDelegate,
        for controller: PKPaymentAuthorizationViewController
    ) {
        self.init(
            willPresent: {},
            willAuthorizePayment: {
                delegate.paymentAuthorizationViewControllerWillAuthorizePayment(controller)
            },
            didFinish: { delegate.paymentAuthorizationViewControllerDidFinish(controller) },
            merchantSession: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didRequestMerchantSessionUpdate: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationViewControllerDidRequestMerchantSessionUpdate(
                        controller: controller
                    )
                }
            ),
            couponCode: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didChangeCouponCode: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didChangeCouponCode: $0
                    )
                }
            ),
            authorization: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didAuthorizePayment: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didAuthorizePayment: $0
                    )
                }
            ),
            firstAuthorization: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didAuthorizePayment: $0,
                        completion: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didAuthorizePayment: $0
                    )
                }
            ),
            paymentMethod: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: $0,
                        handler: $1
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            ),
            firstPaymentMethod: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: $0,
                        completion: $1
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            ),
            shippingMethod: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: $0,
                        handler: $1
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            ),
            firstShippingMethod: OptionalMethod(
                { method, reply in
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: method,
                        completion: { reply(($0, $1)) }
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            ),
            shippingContact: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingContact: $0,
                        handler: $1
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingContact: $0
                    )
                }
            ),
            firstShippingContact: OptionalMethod(
                { contact, reply in
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingContact: contact,
                        completion: { reply(($0, $1, $2)) }
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingContact: $0
                    )
                }
            ),
            shippingAddress: OptionalMethod(
                { contact, reply in
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingAddress: contact,
                        completion: { reply(($0, $1, $2)) }
                    )
                },
                {
                    await delegate.paymentAuthorizationViewController(
                        controller,
                        didSelectShippingAddress: $0
                    )
                }
            )
        )
    }
}
