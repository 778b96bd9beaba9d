import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("A sheet over a view controller", .timeLimit(.minutes(30)))
struct ViewControllerSheetTests {
    let phone: ApplePaySandbox

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    /// A screen of an app, as UIKit apps have it.
    final class Screen: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
        var log: [String] = []
        var dismisses = true
        var onPayment: () -> Void = {}

        func buy() {
            let controller = PKPaymentAuthorizationViewController(paymentRequest: Shop.request())
            guard let controller else { return log.append("nil") }
            controller.delegate = self
            present(controller, animated: true)
        }

        func paymentAuthorizationViewController(
            _ controller: PKPaymentAuthorizationViewController,
            didAuthorizePayment payment: PKPayment,
            handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
        ) {
            log.append("payment")
            onPayment()
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
        }

        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) {
            log.append("didFinish")
            if dismisses { dismiss(animated: true) { self.log.append("dismissed") } }
        }
    }

    @Test func `is paid and dismissed (mission 10.2, 10.5, 10.12)`() async throws {
        let screen = Screen()
        let payment = try await phone.run(ScriptedShopper(.authorize)) { screen.buy() }
        #expect(payment.isPaid)
        #expect(screen.log == ["payment", "didFinish", "dismissed"])
        #expect(payment.mistakes.isEmpty)
    }

    @Test func `is released with its screen during a callback`() async throws {
        let screen = Screen()
        screen.onPayment = { screen.dismiss(animated: false) }
        let payment = try await phone.run(ScriptedShopper(.authorize)) { screen.buy() }
        #expect(screen.log == ["payment"])
        #expect(!payment.calls.contains("didFinish"))
        #expect(payment.outcome != nil)
    }

    @Test func `of another window is not presented, and that window is told`() async throws {
        let (screen, other) = (Screen(), Screen())
        let windows = [screen, other].map { screen in
            let window = UIWindow()
            window.rootViewController = screen
            window.makeKeyAndVisible()
            return window
        }
        let shopper = ScriptedShopper { sheet in
            await sheet.settled()
            await MainActor.run { other.buy() }
            while await other.log.isEmpty { await Task.yield() }
            await sheet.authorize()
        }
        let payment = try await phone.run(shopper) { screen.buy() }
        #expect(payment.isPaid)
        #expect(other.log == ["didFinish", "dismissed"])
        #expect(screen.log == ["payment", "didFinish", "dismissed"])
        #expect(windows.count == 2)
    }

    @Test func `that is left on screen covers the app`() async throws {
        let screen = Screen()
        screen.dismisses = false
        let payment = try await phone.run(
            ScriptedShopper(.authorize),
            patience: .milliseconds(50)
        ) { screen.buy() }
        #expect(payment.isPaid)
        #expect(payment.mistakes.count == 1)
        #expect(screen.presentedViewController != nil)
    }
}
