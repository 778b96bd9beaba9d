import PassKit
import PaymentRequest
import PaymentSheet
import Testing

@MainActor
@Suite("An app's answers")
struct AnswerTests {
    typealias Answer = @Sendable (PKPaymentRequestShippingMethodUpdate) -> Void

    /// Does with its handler what a test says.
    final class App: NSObject, PKPaymentAuthorizationControllerDelegate {
        @MainActor var finishes = 0
        @MainActor var methods: [PKShippingMethod] = []
        let answering: @MainActor (@escaping Answer) -> Void

        init(_ answering: @escaping @MainActor (@escaping Answer) -> Void) {
            self.answering = answering
        }

        func paymentAuthorizationControllerDidFinish(
            _ controller: PKPaymentAuthorizationController
        ) { finishes += 1 }

        func paymentAuthorizationController(
            _ controller: PKPaymentAuthorizationController,
            didSelectShippingMethod shippingMethod: PKShippingMethod,
            handler completion: @escaping Answer
        ) {
            methods.append(shippingMethod)
            answering(completion)
        }
    }

    private nonisolated static func update() -> PKPaymentRequestShippingMethodUpdate {
        PKPaymentRequestShippingMethodUpdate(
            paymentSummaryItems: [
                PKPaymentSummaryItem(label: "T", amount: NSDecimalNumber(value: 9))
            ]
        )
    }

    private func asking<Result>(
        _ app: App?,
        of request: PKPaymentRequest = .forTests(),
        run body: @MainActor (FakeSheet, Questions) async throws -> Result
    ) async throws -> Result {
        let device = FakeDevice()
        return try await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(paymentRequest: request)
            controller.delegate = app
            _ = await controller.present()
            return try await body(await device.sheet(), try Questions())
        }
    }

    @Test func `may come from another thread`() async throws {
        let app = App { answer in
            DispatchQueue.global().async { answer(Self.update()) }
        }
        let reply = try await asking(app) { sheet, questions in
            await sheet.ask(questions.shippingMethod)
        }
        #expect(reply.update?.paymentSummaryItems?.count == 1)
    }

    @Test func `all reach the device, which counts the first`() async throws {
        let app = App { answer in
            answer(Self.update())
            answer(Self.update())
        }
        let replies = try await asking(app) { sheet, questions in
            _ = await sheet.ask(questions.shippingMethod)
            return sheet.allReplies
        }
        #expect(replies.count == 2)
    }

    @Test func `that can no longer be given are known at once`() async throws {
        let reply = try await asking(App { _ in }) { sheet, questions in
            await sheet.ask(questions.shippingMethod)
        }
        #expect(reply.isLetGo)
    }

    @Test func `may be delayed until the sheet has finished, and then has no effect`() async throws
    {
        var held: [Answer] = []
        let app = App { held.append($0) }
        try await asking(app) { sheet, questions in
            let asked = Task { await sheet.ask(questions.shippingMethod) }
            while held.isEmpty { await Task.yield() }
            await sheet.finish()
            #expect(app.finishes == 1)
            #expect(sheet.allReplies.isEmpty)
            held.removeFirst()(Self.update())
            #expect(await asked.value.update != nil)
        }
    }

    @Test func `have no effect if the delegate was released`() async throws {
        var app: App? = App { _ in Issue.record("asked after it went") }
        weak let gone = app
        let device = FakeDevice()
        try await CurrentDevice.with(device) {
            let controller = PKPaymentAuthorizationController(paymentRequest: .forTests())
            controller.delegate = app
            _ = await controller.present()
            let sheet = await device.sheet()
            app = nil
            #expect(gone == nil)
            let questions = try Questions()
            #expect(await sheet.ask(questions.shippingMethod).isUnheard)
            #expect(await sheet.ask(questions.authorization).isUnheard)
            await sheet.finish()
            while sheet.timesDismissed == 0 { await Task.yield() }
        }
    }

    @Test func `are about the app's own shipping methods`() async throws {
        let request = PKPaymentRequest.forTests()
        let app = App { $0(Self.update()) }
        try await asking(app, of: request) { sheet, questions in
            _ = await sheet.ask(questions.shippingMethod)
        }
        #expect(app.methods.first === request.shippingMethods?.last)
    }

    @Test func `to several questions at once are kept apart`() async throws {
        var held: [Answer] = []
        let app = App { held.append($0) }
        try await asking(app) { sheet, questions in
            async let first = sheet.ask(questions.shippingMethod)
            async let second = sheet.ask(questions.shippingMethod)
            while held.count < 2 { await Task.yield() }
            for answer in held { answer(Self.update()) }
            held = []
            #expect(await [first, second].allSatisfy { $0.update?.paymentSummaryItems != nil })
            #expect(sheet.allReplies.count == 2)
            #expect(app.methods.count == 2)
        }
    }
}
