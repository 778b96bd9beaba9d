import PassKit
import QuinceTesting
import SwiftUI
import Testing

@MainActor
@Suite("A merchant session", .timeLimit(.minutes(30)))
struct MerchantSessionTests {
    /// An app that gets a session from its server, or does not.
    final class SessionApp: NSObject, PKPaymentAuthorizationControllerDelegate {
        @MainActor var log: [String] = []
        @MainActor var answer: PKPaymentRequestMerchantSessionUpdate?

        @MainActor func buy() {
            let controller = PKPaymentAuthorizationController(paymentRequest: Shop.request())
            controller.delegate = self
            controller.present()
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didRequestMerchantSessionUpdate handler:
                @escaping @Sendable (PKPaymentRequestMerchantSessionUpdate) -> Void
        ) {
            log.append("session")
            if let answer { handler(answer) }
        }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didAuthorizePayment payment: PKPayment
        ) async -> PKPaymentAuthorizationResult {
            log.append("payment")
            return PKPaymentAuthorizationResult(status: .success, errors: nil)
        }

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) {
            log.append("didFinish")
            controller.dismiss()
        }
    }

    enum Answer: CaseIterable { case session, failure, success, nothing }

    @Test(arguments: Answer.allCases)
    func `is requested first, and without one no payment is possible`(answer: Answer) async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let app = SessionApp()
        let session = PKPaymentMerchantSession(dictionary: ["merchantSessionIdentifier": "1"])
        app.answer =
            switch answer {
            case .session: .init(status: .success, merchantSession: session)
            case .failure: .init(status: .failure, merchantSession: nil)
            case .success: .init(status: .success, merchantSession: nil)
            case .nothing: nil
            }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { app.buy() }
        #expect(app.log.first == "session" && app.log.last == "didFinish")
        #expect(payment.isPaid == (answer == .session))
        #expect(app.log.contains("payment") == (answer == .session))
        switch (answer, payment.outcome) {
        case (.session, .paid), (.failure, .notPaid(.merchantSessionRefused)),
            (.success, .notPaid(.merchantSessionRefused)), (.nothing, .notPaid(.answerOverdue)):
            break
        default: Issue.record("\(payment)")
        }
    }

    @Test func `is not requested from a button of SwiftUI without a handler for it`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let payment = try await phone.run(ScriptedShopper(.authorize)) {
            let view = PayWithApplePayButton(request: Shop.request()) { phase in
                guard case .didAuthorize(_, let answer) = phase else { return }
                answer(PKPaymentAuthorizationResult(status: .success, errors: nil))
            }
            let screen = UIHostingController(rootView: view)
            (screen.view.subviews.first as? PKPaymentButton)?.sendActions(for: .touchUpInside)
        }
        #expect(payment.isPaid && !payment.calls.contains { $0.contains("MerchantSession") })
    }
}
