import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@testable import AppsInSwift5

@MainActor
@Suite("Each question calls the newest method of the delegate, once")
struct GenerationTests {
    /// Asks everything, one thing after the other, and finishes.
    private func exchange(
        with delegate: any PKPaymentAuthorizationControllerDelegate
    ) async throws -> [SheetAnswer.Reply] {
        let device = FakeDevice()
        let questions = try Questions()
        return await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            controller.delegate = delegate
            #expect(await controller.present())
            let sheet = await device.sheet()
            for question in questions.all { _ = await sheet.ask(question) }
            await sheet.finish()
            return sheet.allReplies
        }
    }

    @Test func `handlers, in Swift 5 (mission 10.13)`() async throws {
        let app = HandlerApp()
        let replies = try await exchange(with: app)
        #expect(
            app.log.prefix(7) == [
                "session handler", "method handler", "contact handler", "shipping method handler",
                "coupon handler", "authorization handler", "didFinish",
            ]
        )
        #expect(replies.count == 6)
        #expect(replies.last?.result?.status == .success)
        #expect(replies[2].update?.errors.map(\.code) == [3])
        #expect(replies[2].update?.shippingMethods == nil)
        #expect(replies[2].update?.hasEmptyShippingMethods == true)
    }

    @Test func `asynchronous methods, in Swift 5`() async throws {
        let app = AsyncApp()
        let replies = try await exchange(with: app)
        #expect(
            app.log == [
                "session async", "method async", "contact async", "shipping method async",
                "coupon async", "authorization async", "didFinish",
            ]
        )
        #expect(replies.last?.result?.isPaid == true)
        #expect(replies.first?.update?.status == .failure)
    }

    @Test func `handlers that take a status (mission 10.6 to 10.8, 10.10)`() async throws {
        let app = StatusApp()
        let replies = try await exchange(with: app)
        #expect(
            app.log == [
                "method status", "contact status", "shipping method status",
                "authorization status", "didFinish",
            ]
        )
        #expect(replies.count == 6)
        #expect(replies[2].update?.status == .invalidShippingPostalAddress)
        #expect(replies[2].update?.shippingMethods == nil)
        #expect(app.selectedContact?.name == nil)
        #expect(app.selectedContact?.postalAddress?.postalCode == "30303")
    }

    @Test func `asynchronous methods that give a status`() async throws {
        let app = AsyncStatusApp()
        let replies = try await exchange(with: app)
        #expect(
            app.log == [
                "method async status", "contact async status", "shipping method async status",
                "authorization async status", "didFinish",
            ]
        )
        #expect(replies.last?.result?.isPaid == true)
    }

    @Test func `the newer of two, in either language mode`() async throws {
        let older = BothGenerationsApp()
        #expect(try await exchange(with: older).count == 6)
        #expect(older.log == ["authorization handler", "authorization status", "didFinish"])
        let app = EveryFormApp()
        let replies = try await exchange(with: app)
        #expect(app.log == ["shipping method status", "authorization async", "didFinish"])
        #expect(replies.last?.result?.isPaid == true)
    }

    @Test func `methods of the main actor and of none, in Swift 6`() async throws {
        let app = MainActorApp()
        let replies = try await exchange(with: app)
        #expect(
            app.log == [
                "window", "contact handler", "coupon async", "authorization async", "didFinish",
            ]
        )
        #expect(replies.count == 6)
        let other = NonisolatedApp()
        #expect(try await exchange(with: other).last?.result?.isPaid == true)
        #expect(other.log == ["method status", "authorization handler", "didFinish"])
    }

    @Test func `nothing, if it implements none`() async throws {
        let app = MinimalApp()
        let replies = try await exchange(with: app)
        #expect(app.log == ["didFinish"])
        #expect(replies.count == 6 && replies.allSatisfy(\.isUnheard))
    }

    /// Forwards its questions to a delegate without the method, and answers them itself.
    final class Forwarder: NSObject, PKPaymentAuthorizationControllerDelegate {
        let inner = MinimalApp()

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) {}

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didAuthorizePayment payment: PKPayment,
            handler completion: @escaping @Sendable (PKPaymentAuthorizationResult) -> Void
        ) {
            inner.paymentAuthorizationController(
                controller,
                didAuthorizePayment: payment,
                handler: completion
            )
            completion(PKPaymentAuthorizationResult(status: .success, errors: nil))
        }
    }

    @Test func `the delegate's own method, if it forwards questions to others`() async throws {
        let replies = try await exchange(with: Forwarder())
        #expect(replies.last?.result?.isPaid == true)
        #expect(replies.count == 6)
    }
}
