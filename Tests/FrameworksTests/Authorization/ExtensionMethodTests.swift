import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@testable import AppsInSwift5

@MainActor
@Suite("A delegate's method is called wherever it is declared")
struct ExtensionMethodTests {
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

    @Test func `in an extension of the class that conforms, with a handler or asynchronous`()
        async throws
    {
        let app = SplitApp()
        let replies = try await exchange(with: app)
        #expect(app.log == ["shipping method async", "authorization handler", "didFinish"])
        #expect(replies.last?.result?.isPaid == true)
    }

    @Test func `in the class, where an extension conforms`() async throws {
        let app = EarlierMethodsApp()
        let replies = try await exchange(with: app)
        #expect(app.log == ["authorization status", "didFinish"])
        #expect(replies.last?.result?.isPaid == true)
    }

    @Test func `in an extension of a generic class`() async throws {
        let app = GenericApp(order: 42)
        let replies = try await exchange(with: app)
        #expect(app.log == ["authorization async for 42", "didFinish"])
        #expect(replies.last?.result?.isPaid == true)
    }

    @Test func `in an extension of a protocol of the app's`() async throws {
        let app = SharedAnswerApp()
        let replies = try await exchange(with: app)
        #expect(app.log == ["authorization of a protocol", "didFinish"])
        #expect(replies.last?.result?.isPaid == true)
    }

    @Test func `in a subclass, as far as it overrides; what it adds is not found`() async throws {
        let app = OverridingApp()
        let replies = try await exchange(with: app)
        #expect(app.log == ["authorization overridden", "didFinish"])
        #expect(replies.last?.result?.isPaid == true)
        #expect(replies.filter(\.isUnheard).count == 5)
    }
}
