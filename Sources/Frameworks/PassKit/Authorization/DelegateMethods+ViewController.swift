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
            authorization: Self.authorization(delegate, controller),
            paymentMethod: Self.paymentMethod(delegate, controller),
            shippingMethod: Self.shippingMethod(delegate, controller),
            shippingContact: Self.shippingContact(delegate, controller),
            shippingAddress: Self.shippingAddress(delegate, controller)
        )
    }

    private static func authorization(
        _ delegate: any PKPaymentAuthorizationViewControllerDelegate,
        _ controller: PKPaymentAuthorizationViewController
    ) -> Authorization {
        Authorization(
            newer: OptionalMethod(
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
            first: OptionalMethod(
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
            )
        )
    }

    private static func paymentMethod(
        _ delegate: any PKPaymentAuthorizationViewControllerDelegate,
        _ controller: PKPaymentAuthorizationViewController
    ) -> PaymentMethod {
        PaymentMethod(
            newer: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: $0,
                        handler: $1
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            ),
            first: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: $0,
                        completion: $1
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            )
        )
    }

    private static func shippingMethod(
        _ delegate: any PKPaymentAuthorizationViewControllerDelegate,
        _ controller: PKPaymentAuthorizationViewController
    ) -> ShippingMethod {
        ShippingMethod(
            newer: OptionalMethod(
                {
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: $0,
                        handler: $1
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            ),
            first: OptionalMethod(
                { method, reply in
                    delegate.paymentAuthorizationViewController(
                        controller,
                        didSelect: method,
                        completion: { reply(($0, $1)) }
                    )
                },
                { await delegate.paymentAuthorizationViewController(controller, didSelect: $0) }
            )
        )
    }

    private static func shippingContact(
        _ delegate: any PKPaymentAuthorizationViewControllerDelegate,
        _ controller: PKPaymentAuthorizationViewController
    ) -> ShippingContact {
        ShippingContact(
            newer: OptionalMethod(
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
            first: OptionalMethod(
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
            )
        )
    }

    private static func shippingAddress(
        _ delegate: any PKPaymentAuthorizationViewControllerDelegate,
        _ controller: PKPaymentAuthorizationViewController
    ) -> OptionalMethod<PKContact, FirstShippingAnswer> {
        OptionalMethod(
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
    }
}
