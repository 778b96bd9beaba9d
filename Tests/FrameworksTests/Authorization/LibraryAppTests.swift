import PassKit
import PaymentRequest
import PaymentSheet
import Testing
import World

@testable import AppsInSwift5

/// Payment libraries in the styles of those that are published, each with a sheet that asks.
@MainActor
@Suite("A payment library works as it does on iOS")
struct LibraryAppTests {
    private final class Shop: PaymentSessionDelegate {
        var log: [String] = []

        func session(
            _ session: PaymentSession,
            shippingRatesFor address: ShopAddress,
            provide: @escaping ([PKShippingMethod], [PKPaymentSummaryItem]) -> Void
        ) {
            log.append("rates for \(address.zip)")
            provide([PKShippingMethod(label: "Post", amount: 1)], [])
        }

        func session(_ session: PaymentSession, didAuthorize token: Data) -> Bool {
            log.append("token of \(token.isEmpty ? "no" : "some") bytes")
            return true
        }

        func sessionDidFinish(_ session: PaymentSession) { log.append("finished") }
    }

    /// A controller that a test gives the library instead of Apple's.
    private final class RecordingController: PKPaymentAuthorizationController {
        static let made = LockedValue(0)

        required init(paymentRequest request: PKPaymentRequest) {
            super.init(paymentRequest: request)
            Self.made.withLock { $0 += 1 }
        }

        override func present(completion: ((Bool) -> Void)? = nil) {}
    }

    @Test func `a session creates its controller from a class that is passed to it`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        let shop = Shop()
        let session = PaymentSession()
        session.delegate = shop
        await CurrentDevice.with(device) {
            session.authorize(.forTests())
            let sheet = await device.sheet()
            let contact = await sheet.ask(questions.shippingContact)
            #expect(contact.update?.shippingMethods?.map(\.label) == ["Post"])
            _ = await sheet.ask(questions.shippingMethod)
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            await sheet.finish()
            let screen = CheckoutScreen.make(
                PKPaymentAuthorizationViewController.self,
                for: .forTests()
            )
            #expect(screen != nil)
            let invalid = PKPaymentRequest()
            let none = CheckoutScreen.make(PKPaymentAuthorizationViewController.self, for: invalid)
            #expect(none == nil)
        }
        #expect(session.log == ["contact", "shipping method", "authorization", "didFinish"])
        #expect(shop.log == ["rates for 30303", "token of some bytes", "finished"])

        let tested = PaymentSession(controllerType: RecordingController.self)
        let controller = tested.authorize(.forTests())
        #expect(controller is RecordingController)
        #expect(controller.delegate === tested)
        #expect(RecordingController.made.withLock(\.self) == 1)
    }

    @Test func `a kit for checkouts shows its storefront's errors on the sheet`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        let kit = AcceleratedCheckout(total: 10)
        kit.servedCountries = ["CA"]
        await CurrentDevice.with(device) {
            await kit.start(.forTests())
            let sheet = await device.sheet()
            let refused = await sheet.ask(questions.shippingContact).update
            #expect(refused?.errors.map(\.message) == ["Not delivered to US"])
            kit.servedCountries = ["US"]
            #expect(await sheet.ask(questions.shippingContact).update?.errors.isEmpty == true)
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            await sheet.finish()
        }
        #expect(kit.steps == [.idle, .presented, .authorized, .completed])
        let zip = StorefrontFailure.invalidField(path: ["address", "zip"], message: "No such code")
        let shown = try #require(ErrorMapper.sheetError(for: zip))
        #expect(ErrorMapper.line(for: shown) == "sheet 1")
        let plain = NSError(domain: PKPaymentErrorDomain, code: 3)
        #expect(ErrorMapper.line(for: plain) == "sheet 3")
        #expect(ErrorMapper.sheetError(for: StorefrontFailure.unavailable) == nil)
    }

    private struct Tokenizer: CardTokenizer {
        func tokenize(_ payment: PKPayment) async throws -> String {
            payment.token.transactionIdentifier
        }
    }

    @Test func `a tokenizer wraps the controller and its delegate`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        let coordinator = TokenizationCoordinator()
        await CurrentDevice.with(device) {
            let controller = WrappedController(request: .forTests(), tokenizer: Tokenizer())
            controller.delegate = coordinator
            #expect(await controller.present())
            let sheet = await device.sheet()
            #expect(await sheet.ask(questions.shippingContact).update?.status == .success)
            #expect(await sheet.ask(questions.authorization).result?.isPaid == true)
            await sheet.finish()
            while coordinator.log.count < 2 { await Task.yield() }
        }
        #expect(coordinator.log == ["tokenized transaction", "finished"])
    }

    @Test func `a payout is not available, and its request says what it is for`() throws {
        let handler = PayoutHandler(
            configuration: PayoutHandler.Configuration(
                merchantIdentifier: "merchant.com.example",
                fee: NSDecimalNumber(string: "0.25")
            )
        )
        var outcomes: [PayoutHandler.Outcome] = []
        handler.payOut(10) { outcomes.append($0) }
        #expect(outcomes == [.unsupported])
        let request = handler.makeRequest(amount: 10)
        #expect(request.summaryItems.map(\.amount.stringValue) == ["10", "0.25", "9.75"])
        let problem = PayoutHandler.problems(with: nil).first as? NSError
        #expect(problem?.domain == PKDisbursementErrorDomain)
    }

    @Test func `a bridge pays a request that came as JSON`() async throws {
        let device = FakeDevice()
        let questions = try Questions()
        let bridge = ApplePayBridge()
        let message = """
            {"payment_request_data": {
              "merchant_identifier": "merchant.com.example", "country_code": "US",
              "currency_code": "USD", "total": {"label": "Shop", "amount": "10.75"},
              "supported_networks": ["Visa", "Nothing"],
              "required_billing_contact_fields": ["postalAddress"]}}
            """
        let answer: [String: String] = await CurrentDevice.with(device) {
            await withCheckedContinuation { continuation in
                bridge.startPayment(message: message) { answer in
                    continuation.resume(returning: answer.compactMapValues { $0 as? String })
                }
                Task {
                    let sheet = await device.sheet()
                    _ = await sheet.ask(questions.authorization)
                    await sheet.finish()
                }
            }
        }
        #expect(answer["transaction_identifier"] == "transaction")
        #expect(answer["payment_data"] == Data(#"{"version":"EC_v1"}"#.utf8).base64EncodedString())
        #expect(answer["billing_name"] == nil)
    }
}
