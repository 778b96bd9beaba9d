import PaymentRequest
import PaymentSheet
import Testing
import Wallet
import World

/// An app that does with each question what the test says, and remembers what it was called for.
final class HoldingApp: PaymentApp {
    typealias Answering = @Sendable (AppQuestion, SheetAnswer, HoldingApp) -> Void

    let called = LockedValue<[String]>([])
    let held = LockedValue<[SheetAnswer]>([])
    private let answering: Answering
    private let delay: Duration

    /// An app that is called after some real time.
    init(hearing delay: Duration = .zero, _ answering: @escaping Answering) {
        self.answering = answering
        self.delay = delay
    }

    func ask(_ question: AppQuestion, answer: SheetAnswer) async {
        if delay > .zero { await RealTime.pass(delay) }
        if case .merchantSession = question { return answer.unheard() }
        called.withLock { $0.append(Self.name(of: question)) }
        answering(question, answer, self)
    }

    func willAuthorizePayment() async { called.withLock { $0.append("willAuthorizePayment") } }

    func didFinish(_ note: @Sendable () -> Void) async {
        note()
        called.withLock { $0.append("didFinish") }
    }

    func hold(_ answer: SheetAnswer) { held.withLock { $0.append(answer) } }

    var log: [String] { called.withLock { $0 } }

    private static func name(of question: AppQuestion) -> String {
        switch question {
        case .merchantSession: "merchantSession"
        case .paymentMethod: "paymentMethod"
        case .shippingContact: "shippingContact"
        case .shippingMethod(let method): method.identifier
        case .couponCode(let code): code
        case .authorization: "authorization"
        }
    }

    /// Answers all but one kind of question at once.
    static func holding(_ name: String, hearing delay: Duration = .zero) -> HoldingApp {
        HoldingApp(hearing: delay) { question, answer, app in
            if Self.name(of: question) == name { app.hold(answer) } else { answer.agree(question) }
        }
    }
}

extension SheetAnswer {
    func agree(_ question: AppQuestion) {
        if case .authorization = question {
            authorization(AuthorizationResult(.success))
        } else {
            update(.unchanged)
        }
    }
}

@Suite("A sheet session")
struct SheetSessionTests {
    let bench: WalletBench

    init() throws {
        bench = try WalletBench()
        try bench.addCard()
    }

    func run(
        _ app: HoldingApp,
        before shopper: ScriptedShopper,
        observe: @escaping @Sendable (PaymentObservation) -> Void = { _ in }
    ) async throws -> PaymentSheet.Outcome {
        let installed = InstalledApp(
            bench.entitlement,
            in: bench.sandbox.wallet,
            contacts: [WalletBench.john],
            before: shopper,
            observe: observe
        )
        return try await installed.run(WalletBench.request(), for: app)
    }

    @Test func `asks nothing else while an answer is held (mission 10.4)`() async throws {
        let app = HoldingApp.holding("shippingContact")
        let shopper = ScriptedShopper { sheet in
            await sheet.take(.choseShippingMethod(identifier: "next-day"))
            await sheet.take(.authorized(total: sheet.sheet.request.total))
            #expect(app.log == ["paymentMethod", "shippingContact"])
            app.held.withLock { $0.first }?.update(.unchanged)
            await sheet.settled()
        }
        #expect(try await run(app, before: shopper) == .paid(PaymentSheet.TokenID(number: 1)))
        let rest = ["next-day", "willAuthorizePayment", "authorization", "didFinish"]
        #expect(app.log == ["paymentMethod", "shippingContact"] + rest)
    }

    @Test func `finishes once and at once when closed while an answer is held (mission 10.5)`()
        async throws
    {
        let app = HoldingApp.holding("authorization")
        let shopper = ScriptedShopper { sheet in
            await sheet.authorize()
            await sheet.cancelAtOnce()
            #expect(app.log.last == "didFinish")
            #expect(sheet.elapsed == .zero)
            app.held.withLock { $0.first }?.authorization(AuthorizationResult(.success))
        }
        let reports = LockedValue<[PaymentSheet.Diagnostic]>([])
        let outcome = try await run(app, before: shopper) { observation in
            if case .reported(let report, _) = observation {
                reports.withLock { $0.append(report) }
            }
        }
        #expect(outcome == .unresolved(PaymentSheet.TokenID(number: 1), .cancelled))
        #expect(app.log.filter { $0 == "didFinish" }.count == 1)
        while reports.withLock({ $0.isEmpty }) { await Task.yield() }
        let late = PaymentSheet.Diagnostic.answeredAfterFinish(
            PaymentSheet.AskID(number: 4),
            saidPaid: true
        )
        #expect(reports.withLock { $0 } == [late])
    }

    @Test func `gives up after 30 seconds of the shopper's time`() async throws {
        let app = HoldingApp.holding("shippingContact")
        let shopper = ScriptedShopper { sheet in
            await sheet.wait(.seconds(29))
            #expect(sheet.outcome == nil)
            await sheet.wait(.seconds(1))
            #expect(sheet.outcome != nil)
            #expect(sheet.elapsed == .seconds(30))
        }
        let overdue = PaymentSheet.Ending.answerOverdue(PaymentSheet.AskID(number: 3))
        #expect(try await run(app, before: shopper) == .notPaid(overdue))
        #expect(app.log == ["paymentMethod", "shippingContact", "didFinish"])
    }

    @Test func `counts the 30 seconds from the moment when the app gets the token`() async throws {
        let app = HoldingApp.holding("authorization", hearing: .milliseconds(20))
        let shopper = ScriptedShopper { sheet in
            await sheet.wait(.seconds(60))
            await sheet.authorize()
            #expect(app.log.last == "authorization")
            await sheet.wait(.seconds(29))
            #expect(sheet.outcome == nil)
            await sheet.wait(.seconds(1))
            #expect(sheet.elapsed == .seconds(90))
        }
        let overdue = PaymentSheet.Ending.answerOverdue(PaymentSheet.AskID(number: 4))
        let outcome = try await run(app, before: shopper)
        #expect(outcome == .unresolved(PaymentSheet.TokenID(number: 1), overdue))
    }

    @Test func `does not wait in real time for an answer that was released`() async throws {
        let app = HoldingApp { question, answer, _ in
            if case .authorization = question { return }
            answer.agree(question)
        }
        let shopper = ScriptedShopper(patience: .seconds(3_600)) { sheet in
            await sheet.authorize()
            await sheet.settled()
            #expect(sheet.elapsed == .seconds(30))
        }
        let outcome = try await run(app, before: shopper)
        let overdue = PaymentSheet.Ending.answerOverdue(PaymentSheet.AskID(number: 4))
        #expect(outcome == .unresolved(PaymentSheet.TokenID(number: 1), overdue))
    }

    @Test func `times out in real time with an app that does not answer`() async throws {
        let app = HoldingApp.holding("paymentMethod")
        let shopper = ScriptedShopper(patience: .milliseconds(10)) { await $0.authorize() }
        let overdue = PaymentSheet.Ending.answerOverdue(PaymentSheet.AskID(number: 2))
        #expect(try await run(app, before: shopper) == .notPaid(overdue))
    }

    @Test func `takes answers from any thread, late ones too`() async throws {
        let app = HoldingApp { question, answer, _ in
            Task.detached {
                await RealTime.pass(.milliseconds(5))
                answer.agree(question)
                answer.agree(question)
            }
        }
        let shopper = ScriptedShopper(.authorize)
        let reports = LockedValue(0)
        let outcome = try await run(app, before: shopper) { observation in
            if case .reported(.answeredTwice, _) = observation { reports.withLock { $0 += 1 } }
        }
        #expect(outcome == .paid(PaymentSheet.TokenID(number: 1)))
        #expect(reports.withLock { $0 } >= 2)
    }

    @Test func `finishes without a callback when the app dismisses it`() async throws {
        let app = HoldingApp.holding("shippingContact")
        let installed = InstalledApp(
            bench.entitlement,
            in: bench.sandbox.wallet,
            contacts: [WalletBench.john],
            before: ScriptedShopper(.authorize)
        ) { _ in }
        let sheet = try await installed.present(WalletBench.request(), for: app)
        sheet.begin()
        while app.log.count < 2 { await Task.yield() }
        await #expect(throws: PresentationRefusal.sheetIsShown) {
            try await installed.present(WalletBench.request(), for: app)
        }
        await sheet.dismiss()
        #expect(app.log == ["paymentMethod", "shippingContact"])
    }

    @Test func `is the same a hundred times over`() async throws {
        var logs: Set<[String]> = []
        for _ in 0..<100 {
            let app = HoldingApp { question, answer, _ in Task { answer.agree(question) } }
            _ = try await run(
                app,
                before: ScriptedShopper(
                    .chooseShippingMethod("next-day"),
                    .chooseShippingContact(WalletBench.john),
                    .authorize
                )
            )
            logs.insert(app.log)
        }
        #expect(logs.count == 1)
    }
}
