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
    /// The controller that the delegate's methods are told of.
    associatedtype Controller
    var controller: Controller { get }
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
    /// The two forms of a method of one generation.
    ///
    /// - Parameters:
    ///   - value: What the question is about.
    ///   - method: The delegate's method with a handler.
    ///   - asynchronous: The same method without.
    ///   - answer: Converts what the app answers.
    /// - Returns: The form with a handler, then the asynchronous one.
    func forms<Value, each Part, Answer>(
        about value: Value,
        _ method:
            @escaping @MainActor (
                Controller, Value, @escaping @Sendable (repeat each Part) -> Void
            ) -> Void,
        _ asynchronous: @escaping @MainActor (Controller, Value) async -> (repeat each Part),
        answer: @escaping @Sendable (repeat each Part) -> Answer
    ) -> [DelegateForm<Answer>] {
        let controller = controller
        return [
            .handler { reply in
                method(controller, value) { (parts: repeat each Part) in
                    reply(answer(repeat each parts))
                }
            },
            .asynchronous {
                let parts = await asynchronous(controller, value)
                return answer(repeat each parts)
            },
        ]
    }

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
