internal import AppLint

/// The methods around a body that authorizes a payment.
extension LintCase {
    /// A method of the payment controller's delegate with a handler, in Swift.
    static func handled(_ body: String) -> LintCase {
        LintCase(
            "success-without-server",
            .swift,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment,
                handler completion: @escaping (PKPaymentAuthorizationResult) -> Void
            ) {
            \(body)
            }
            """
        )
    }

    /// The same method, which returns its result.
    static func returned(_ body: String, _ type: String = "PKPaymentAuthorizationResult")
        -> LintCase
    {
        LintCase(
            "success-without-server",
            .swift,
            """
            func paymentAuthorizationController(
                _ controller: PKPaymentAuthorizationController, didAuthorizePayment payment: PKPayment
            ) async -> \(type) {
            \(body)
            }
            """
        )
    }

    /// The same in Objective-C.
    static func inObjectiveC(_ body: String) -> LintCase {
        LintCase(
            "success-without-server",
            .objectiveC,
            """
            - (void)paymentAuthorizationController:(PKPaymentAuthorizationController *)controller
                               didAuthorizePayment:(PKPayment *)payment
                                           handler:(ResultHandler)completion {
            \(body)
            }
            """
        )
    }

    /// A SwiftUI button's phases.
    static func phases(_ body: String) -> LintCase {
        LintCase(
            "success-without-server",
            .swift,
            """
            PayWithApplePayButton(.buy, request: request) { phase in
                switch phase {
                case .willAuthorize: break
                case .didAuthorize(let payment, let report):
            \(body)
                case .didFinish: isShown = false
                @unknown default: break
                }
            }
            """
        )
    }
}
