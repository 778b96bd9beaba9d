internal import PaymentRequest
internal import UIKitStubs

/// One form of a delegate's method that answers a question.
///
/// The handler belongs to no actor, because apps call it on whatever thread they are.
enum DelegateForm<Answer: Sendable> {
    /// A method with a handler.
    case handler(@MainActor (@escaping @Sendable (Answer) -> Void) -> Void)
    /// A method that takes its time.
    case asynchronous(@MainActor () async -> Answer)
}

/// An app's delegate, whichever of the two protocols it has, with the forms of each question, the
/// newest first.
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
    /// Asks in the newest form that the delegate has; does something else where it has none.
    ///
    /// The first form that is taken ends it, so nothing is asked twice.
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
