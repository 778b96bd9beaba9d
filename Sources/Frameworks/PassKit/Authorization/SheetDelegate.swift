internal import PaymentRequest
internal import UIKitStubs

/// An app's delegate, with the forms of the methods that answer each question, the newest first.
@MainActor
struct SheetDelegate {
    /// The delegate itself.
    private let object: AnyObject
    private let methods: DelegateMethods
    private let offered: OfferedShippingMethods

    init(_ object: AnyObject, _ methods: DelegateMethods, offered: OfferedShippingMethods) {
        self.object = object
        self.methods = methods
        self.offered = offered
    }

    func willPresent() { methods.willPresent() }
    func willAuthorizePayment() { methods.willAuthorizePayment() }
    func didFinish() { methods.didFinish() }

    func merchantSessionForms() -> [DelegateForm<RequestUpdate>] {
        methods.merchantSession.forms(about: ()) { RequestUpdate($0) }
    }

    func forms(aboutCouponCode code: String) -> [DelegateForm<RequestUpdate>] {
        methods.couponCode.forms(about: code) { [offered] in offered.noting($0) }
    }

    func forms(about payment: PKPayment) -> [DelegateForm<AuthorizationResult>] {
        methods.authorization.forms(about: payment) { AuthorizationResult($0) }
            + methods.firstAuthorization.forms(about: payment) { AuthorizationResult($0) }
    }

    func forms(about method: PKPaymentMethod) -> [DelegateForm<RequestUpdate>] {
        methods.paymentMethod.forms(about: method) { [offered] in offered.noting($0) }
            + methods.firstPaymentMethod.forms(about: method) {
                RequestUpdate(status: .success, paymentSummaryItems: $0)
            }
    }

    func forms(about method: PKShippingMethod) -> [DelegateForm<RequestUpdate>] {
        methods.shippingMethod.forms(about: method) { [offered] in offered.noting($0) }
            + methods.firstShippingMethod.forms(about: method) {
                RequestUpdate(status: $0.0, paymentSummaryItems: $0.1)
            }
    }

    func forms(about contact: PKContact) -> [DelegateForm<RequestUpdate>] {
        let first: @Sendable (FirstShippingAnswer) -> RequestUpdate = { [offered] in
            offered.noting($0.0, $0.1, $0.2)
        }
        return methods.shippingContact.forms(about: contact) { [offered] in offered.noting($0) }
            + methods.firstShippingContact.forms(about: contact, first)
            + (methods.shippingAddress?.forms(about: contact, first) ?? [])
    }

    /// Asks in the newest form that the delegate has; does something else if it has none.
    ///
    /// The first form that the delegate has ends it, so no question is put twice.
    func ask<Answer>(
        _ forms: [DelegateForm<Answer>],
        reply: @escaping @Sendable (Answer) -> Void,
        otherwise: () -> Void
    ) async {
        for form in forms {
            switch form {
            case .handler(let method):
                if OptionalCall.isTaken(by: object, { method(reply) }) { return }
            case .asynchronous(let method):
                guard let answer = await OptionalCall.result(from: object, method) else { continue }
                return reply(answer)
            }
        }
        otherwise()
    }
}
