import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("A payout", .timeLimit(.minutes(30)))
struct PayoutTests {
    static func request() -> PKDisbursementRequest {
        PKDisbursementRequest(
            merchantIdentifier: "merchant.com.example",
            currency: Locale.Currency("USD"),
            region: Locale.Region("US"),
            supportedNetworks: [.visa],
            merchantCapabilities: [.threeDSecure, .instantFundsOut],
            summaryItems: [
                Shop.item("Balance", "10.00"),
                PKDisbursementSummaryItem(label: "To your card", amount: 10),
            ]
        )
    }

    @Test func `is not supported by any device, and no sheet is presented`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let shop = Shop()
        let thrown = await #expect(throws: NoSheetPresented.self) {
            try await phone.run(ScriptedShopper(.authorize)) {
                #expect(!PKPaymentAuthorizationController.supportsDisbursements())
                let networks: [PKPaymentNetwork] = [.visa]
                #expect(!PKPaymentAuthorizationController.supportsDisbursements(using: networks))
                let controller = PKPaymentAuthorizationController(
                    disbursementRequest: Self.request()
                )
                controller.delegate = shop
                #expect(await !controller.present())
            }
        }
        #expect(shop.log.isEmpty)
        #expect(thrown?.mistakes.map { $0.contains("supportsDisbursements()") } == [true])
    }

    /// A screen whose sheet is for a payout.
    private final class Screen: UIViewController, PKPaymentAuthorizationViewControllerDelegate {
        var finishes = 0

        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) {
            finishes += 1
            dismiss(animated: true)
        }
    }

    @Test func `ends at once in a view controller, whose delegate is told`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let record = try await phone.record {
            let screen = Screen()
            let controller = PKPaymentAuthorizationViewController(
                disbursementRequest: Self.request()
            )
            controller.delegate = screen
            screen.present(controller, animated: true)
            for _ in 0..<1_000 where screen.finishes == 0 { await Task.yield() }
            #expect(screen.finishes == 1)
            #expect(screen.presentedViewController == nil)
        }
        #expect(record.mistakes.count == 1)
        #expect(!record.calls.contains("didFinish"))
    }

    @Test func `is not what a controller without a request is for`() async throws {
        let phone = try ApplePaySandbox(merchant: "merchant.com.example")
        let record = try await phone.record {
            #expect(await !PKPaymentAuthorizationController().present())
        }
        #expect(record.mistakes.map { $0.contains("merchantIdentifier") } == [true])
    }
}
