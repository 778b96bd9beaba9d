public import PaymentRequest
public import PaymentSheet

/// The app's side of a sheet: it is asked one question at a time, and the sheet waits for the
/// answer (mission 10.4).
///
/// - Source: Apple, PassKit, `PKPaymentAuthorizationControllerDelegate`.
public protocol PaymentDelegate: Sendable {
    /// The selected card changed; first called with the default card, redacted.
    func didSelectPaymentMethod(_ method: PaymentMethod) async -> RequestUpdate

    /// The shipping contact changed; it is redacted (mission 9.8).
    func didSelectShippingContact(_ contact: RedactedContact) async -> RequestUpdate

    /// The shipping method changed.
    func didSelectShippingMethod(
        _ method: ValidPaymentRequest.ShippingMethod
    ) async -> RequestUpdate

    /// The shopper entered a coupon code.
    func didChangeCouponCode(_ code: String) async -> RequestUpdate
    /// The shopper authorized, with the token. The answer comes from the merchant's server
    /// (mission 10.10).
    func didAuthorizePayment(_ payment: AuthorizedPayment) async -> AuthorizationResult

    /// The sheet finished. It is called once, at any time (mission 10.5).
    func didFinish() async
}

extension PaymentDelegate {
    /// Changes nothing.
    public func didSelectPaymentMethod(_ method: PaymentMethod) async -> RequestUpdate {
        .unchanged
    }

    /// Changes nothing.
    public func didSelectShippingContact(_ contact: RedactedContact) async -> RequestUpdate {
        .unchanged
    }

    /// Changes nothing.
    public func didSelectShippingMethod(
        _ method: ValidPaymentRequest.ShippingMethod
    ) async -> RequestUpdate {
        .unchanged
    }

    /// Changes nothing.
    public func didChangeCouponCode(_ code: String) async -> RequestUpdate { .unchanged }

    /// Does nothing.
    public func didFinish() async {}
}

/// Adapts a delegate to the sheet: each question runs in its own task.
public struct DelegateApp: PaymentApp {
    private let delegate: any PaymentDelegate

    /// Creates an adapter.
    public init(_ delegate: any PaymentDelegate) {
        self.delegate = delegate
    }

    /// Asks the delegate.
    public func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        Task {
            switch question {
            case .paymentMethod(let method):
                answer.update(await delegate.didSelectPaymentMethod(method))
            case .shippingContact(let contact):
                answer.update(await delegate.didSelectShippingContact(contact))
            case .shippingMethod(let method):
                answer.update(await delegate.didSelectShippingMethod(method))
            case .couponCode(let code): answer.update(await delegate.didChangeCouponCode(code))
            case .merchantSession: answer.unheard()
            case .authorization(let payment):
                answer.authorization(await delegate.didAuthorizePayment(payment))
            }
        }
    }

    /// Does nothing: the next question follows at once.
    public func willAuthorizePayment() async {}

    /// Tells the delegate.
    public func didFinish(_ note: @Sendable () -> Void) async {
        note()
        await delegate.didFinish()
    }
}
