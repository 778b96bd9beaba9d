import PassKit
import PaymentSheet
import Testing

@MainActor
@Suite("A payout")
struct DisbursementTests {
    private static func request() -> PKDisbursementRequest {
        PKDisbursementRequest(
            merchantIdentifier: "merchant.com.example",
            currency: .init("USD"),
            region: .init("US"),
            supportedNetworks: [.visa],
            merchantCapabilities: [.threeDSecure, .instantFundsOut],
            summaryItems: [
                PKPaymentSummaryItem(label: "Refund", amount: 20),
                PKInstantFundsOutFeeSummaryItem(label: "Fee", amount: 1),
                PKDisbursementSummaryItem(label: "Payout", amount: 19),
            ]
        )
    }

    @Test func `states what it is made with`() {
        let request = Self.request()
        #expect(request.merchantIdentifier == "merchant.com.example")
        #expect(request.currency.identifier.uppercased() == "USD")
        #expect(request.region.identifier == "US")
        #expect(request.supportedNetworks == [.visa])
        #expect(request.merchantCapabilities.contains(.instantFundsOut))
        #expect(request.summaryItems.map(\.label) == ["Refund", "Fee", "Payout"])
        #expect(request.summaryItems.last is PKDisbursementSummaryItem)
    }

    @Test func `requires no recipient fields by default, and keeps those that are set`() {
        let request = Self.request()
        #expect(request.requiredRecipientContactFields == [] && request.recipientContact == nil)
        #expect(request.supportedRegions == nil && request.applicationData == nil)
        #expect(!request.isDelegatedRequest)
        let contact = PKContact()
        request.requiredRecipientContactFields = [.name, .emailAddress]
        request.recipientContact = contact
        request.supportedRegions = [.init("US"), .init("CA")]
        request.applicationData = Data([1])
        request.isDelegatedRequest = true
        #expect(request.requiredRecipientContactFields == [.name, .emailAddress])
        #expect(request.recipientContact === contact && request.isDelegatedRequest)
        #expect(request.supportedRegions?.map(\.identifier) == ["US", "CA"])
        #expect(request.applicationData == Data([1]))
    }

    @Test func `is never possible, whatever the card`() async {
        typealias Controller = PKPaymentAuthorizationController
        typealias ViewController = PKPaymentAuthorizationViewController
        await CurrentDevice.with(FakeDevice()) {
            #expect(Controller.canMakePayments(usingNetworks: [.visa]))
            #expect(!Controller.supportsDisbursements())
            #expect(!Controller.supportsDisbursements(using: [.visa]))
            #expect(!Controller.supportsDisbursements(using: [.visa], capabilities: .threeDSecure))
            #expect(!ViewController.supportsDisbursements())
            #expect(!ViewController.supportsDisbursements(using: [.visa]))
            #expect(
                !ViewController.supportsDisbursements(using: [.visa], capabilities: .threeDSecure)
            )
        }
    }

    @Test func `presents no sheet from a controller, and reports why to the device`() async {
        let device = FakeDevice()
        await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(disbursementRequest: Self.request())
            #expect(await controller.present() == false)
        }
        #expect(device.sheets.isEmpty)
        #expect(device.mistakes == [.notPresented(.payoutsNotSupported)])
    }

    final class Told: NSObject, PKPaymentAuthorizationViewControllerDelegate {
        @MainActor var finishes = 0

        func paymentAuthorizationViewControllerDidFinish(
            _ controller: PKPaymentAuthorizationViewController
        ) {
            finishes += 1
            controller.dismiss(animated: true)
        }
    }

    @Test func `finishes at once over a view controller, and reports why to the device`() async {
        let device = FakeDevice()
        let (root, told) = (UIViewController(), Told())
        await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationViewController(
                disbursementRequest: Self.request()
            )
            controller.delegate = told
            root.present(controller, animated: true)
            while told.finishes == 0 { await Task.yield() }
        }
        #expect(told.finishes == 1 && root.presentedViewController == nil)
        #expect(device.sheets.isEmpty)
        #expect(device.mistakes == [.notPresented(.payoutsNotSupported)])
    }
}
