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
            authorization: Self.authorization(delegate, controller),
            paymentMethod: Self.paymentMethod(delegate, controller),
            shippingMethod: Self.shippingMethod(delegate, controller),
            shippingContact: Self.shippingContact(delegate, controller)
        )
    }

    private static func authorization(
        _ delegate: any PKPaymentAuthorizationControllerDelegate,
        _ controller: PKPaymentAuthorizationController
    ) -> Authorization {
        Authorization(
            newer: OptionalMethod(
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
            first: OptionalMethod(
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
            )
        )
    }

    private static func paymentMethod(
        _ delegate: any PKPaymentAuthorizationControllerDelegate,
        _ controller: PKPaymentAuthorizationController
    ) -> PaymentMethod {
        PaymentMethod(
            newer: OptionalMethod(
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
            first: OptionalMethod(
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
            )
        )
    }

    private static func shippingMethod(
        _ delegate: any PKPaymentAuthorizationControllerDelegate,
        _ controller: PKPaymentAuthorizationController
    ) -> ShippingMethod {
        ShippingMethod(
            newer: OptionalMethod(
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
            first: OptionalMethod(
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
            )
        )
    }

    private static func shippingContact(
        _ delegate: any PKPaymentAuthorizationControllerDelegate,
        _ controller: PKPaymentAuthorizationController
    ) -> ShippingContact {
        ShippingContact(
            newer: OptionalMethod(
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
            first: OptionalMethod(
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
