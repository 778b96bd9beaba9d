import PassKit
import QuinceTesting
import Testing

@testable import DelegateListings

@MainActor
@Suite("The listings' amounts")
struct AmountTests {
    /// The least of a controller: it charges what the request says.
    final class Taxi: NSObject, PKPaymentAuthorizationControllerDelegate {
        func order() {
            let controller = PKPaymentAuthorizationController(
                paymentRequest: TaxiRide.paymentRequest()
            )
            controller.delegate = self
            controller.present()
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didAuthorizePayment payment: PKPayment,
            handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
        ) { completion(PKPaymentAuthorizationResult(status: .success, errors: nil)) }

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) { controller.dismiss() }
    }

    @Test func `show a fare that is not known as pending, and charge the rest (mission 7.12)`()
        async throws
    {
        let taxi = Taxi()
        let payment = try await ApplePaySandbox.phone()
            .run(ScriptedShopper(.authorize)) { taxi.order() }
        let shown = payment.observations.compactMap { observation in
            if case .presented(let request) = observation { request.items } else { nil }
        }
        #expect(shown.first?.map(\.kind) == [.final, .pending, .final])
        #expect(payment.amounts == ["2.50 USD"])
    }

    @Test(arguments: [
        ("12.75", 5, "-0.64"), ("10", 5, "-0.5"), ("0.42", 50, "-0.21"), ("29.90", 12, "-3.59"),
    ])
    func `are reckoned in base 10 (mission 7.11, 7.14)`(
        amount: String,
        percent: Int,
        discount: String
    ) {
        let amount = NSDecimalNumber(string: amount)
        let taken = DelegateListings.discount(ofPercent: percent, on: amount)
        #expect(taken.stringValue == discount)
    }
}
