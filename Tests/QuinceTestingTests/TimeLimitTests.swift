import PassKit
import QuinceTesting
import Testing

@MainActor
@Suite("The time that an app has for an answer", .timeLimit(.minutes(30)))
struct TimeLimitTests {
    let phone: ApplePaySandbox
    let shop = Shop.withCoupons()

    init() throws { phone = try ApplePaySandbox(merchant: "merchant.com.example") }

    @Test(arguments: Moment.allCases)
    func `is 30 seconds for every question, and then the sheet ends`(
        moment: Moment
    ) async throws {
        var held: [@Sendable () -> Void] = []
        shop.at(moment) { held.append($0) }
        let shopper = ScriptedShopper { sheet in
            for step in moment.steps { try await sheet.take(step) }
            await sheet.wait(.milliseconds(29_999))
            #expect(await shop.log == moment.calls)
            #expect(sheet.outcome == nil)
            await sheet.wait(.milliseconds(1))
            #expect(await shop.log == moment.calls + ["didFinish"])
        }
        let payment = try await phone.run(shopper) { shop.buy() }
        #expect(
            payment.description.contains("shows that the payment was not completed"),
            "\(payment)"
        )
        switch payment.outcome {
        case .notPaid(.answerOverdue): #expect(moment != .payment)
        case .unresolved(_, .answerOverdue): #expect(moment == .payment)
        default: Issue.record("\(payment)")
        }
        for answer in held { answer() }
        held = []
        await Task.yield()
        #expect(shop.log == moment.calls + ["didFinish"], "too late")
    }

    @Test func `starts again with each question`() async throws {
        var held: [@Sendable () -> Void] = []
        let moments: [Moment] = [.method, .contact, .shipping, .payment]
        for moment in moments { shop.at(moment) { held.append($0) } }
        let shopper = ScriptedShopper { sheet in
            for moment in moments {
                for step in moment.steps { try await sheet.take(step) }
                await sheet.wait(.seconds(29))
                let answer = await MainActor.run { held.popLast() }
                try #require(answer != nil, "the app was not asked about the \(moment)")
                answer?()
                if moment != .method { await sheet.settled() }
            }
            #expect(sheet.elapsed == .seconds(4 * 29))
        }
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
    }

    @Test func `does not run while the shopper thinks`() async throws {
        let shopper = ScriptedShopper(.wait(.seconds(3_600)), .authorize)
        #expect(try await phone.run(shopper) { shop.buy() }.isPaid)
    }
}
