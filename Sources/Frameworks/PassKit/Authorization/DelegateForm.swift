internal import PaymentRequest
internal import UIKitStubs

/// One form of a delegate method that answers a question.
///
/// The handler is not isolated to an actor, because apps call it on any thread.
enum DelegateForm<Answer: Sendable> {
    /// A method with a handler.
    case handler(@MainActor (@escaping @Sendable (Answer) -> Void) -> Void)
    /// A method that is asynchronous.
    case asynchronous(@MainActor () async -> Answer)
}

/// An app's delegate of either protocol, with the forms of each question, the newest first.
@MainActor
protocol SheetDelegate {
    /// The delegate itself.
    var object: AnyObject { get }

    func merchantSessionForms() -> [DelegateForm<RequestUpdate>]
    func forms(about method: PKPaymentMethod) -> [DelegateForm<RequestUpdate>]
    func forms(about contact: PKContact) -> [DelegateForm<RequestUpdate>]
    func forms(about method: PKShippingMethod) -> [DelegateForm<RequestUpdate>]
    func forms(aboutCouponCode code: String) -> [DelegateForm<RequestUpdate>]
    func forms(about payment: PKPayment) -> [DelegateForm<AuthorizationResult>]

    func willPresent()
    func willAuthorizePayment()
    func didFinish()
}

extension SheetDelegate {
    /// Calls the newest form that the delegate implements, or the fallback if it implements none.
    ///
    /// Only one form is called, so that nothing is asked twice.
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
