import HTTPClient
import Money
import Payments
import PlatformProcessors
import Testing
import World
import XML

/// Captures, voids and refunds through Braintree, and what is read of a payment.
@Suite("A later request to Braintree")
struct BraintreeOperationTests {
    private typealias Bench = BraintreeBench

    private let done = FollowUpAnswer.approved(networkReference: "pay_1", echo: .none)
    private let submitted = Bench.transaction(
        "submitted_for_settlement",
        others: Bench.history("authorized", "submitted_for_settlement")
    )
    private let withdrawn = Bench.transaction(
        "voided",
        others: Bench.history("authorized", "submitted_for_settlement", "voided")
    )

    @Test func `captures and voids by the identifier`() async throws {
        let bench = Bench.processor(Bench.done(submitted), Bench.done(Bench.transaction("voided")))
        #expect(try await bench.processor.capture(bench.followUp(.capture)) == done)
        #expect(try await bench.processor.void(bench.followUp(.void)) == done)
        let path = "PUT /merchants/shop/transactions/pay_1"
        #expect(bench.platform.lines == ["\(path)/submit_for_settlement", "\(path)/void"])
        #expect(bench.platform.asked[0].xml?["amount"]?.text == "10.75")
        #expect(bench.platform.asked[1].xml == nil)
    }

    @Test func `that may have been sent before reads the state first`() async throws {
        let bench = Bench.processor(
            Bench.done(submitted),
            Bench.done(Bench.transaction()),
            Bench.refused("91507"),
            Bench.done(submitted)
        )
        let capture = try bench.followUp(.capture, isRepetition: true)
        #expect(try await bench.processor.capture(capture) == done)
        #expect(bench.platform.lines == [Bench.read])
        // The earlier request comes in between the question and the repetition.
        #expect(try await bench.processor.capture(capture) == done)
    }

    @Test(arguments: [
        (Bench.refused("91522"), DeclineReason.amountInvalid, String?.some("91522")),
        (Bench.refused("91507"), .transactionInvalid, "91507"),
        (.status(404, ""), .originalNotFound, nil),
    ])
    func `that is refused is declined`(
        answer: ScriptedPlatform.Answer,
        reason: DeclineReason,
        code: String?
    ) async throws {
        let bench = Bench.processor(answer)
        #expect(
            try await bench.processor.capture(bench.followUp(.capture))
                == .declined(reason, code: ProcessorCode(code))
        )
    }

    @Test func `refunds what is settled, under our key`() async throws {
        let bench = Bench.processor(
            Bench.done(Bench.transaction("settled")),
            .status(
                201,
                Bench.transaction(
                    "submitted_for_settlement",
                    id: "ref_1",
                    amount: "0.75",
                    suffix: "ref-1"
                )
            )
        )
        let answer = try await bench.processor.refund(bench.followUp(.refund, 75))
        let echo = AnswerEcho(minorUnits: 75)
        #expect(answer == .approved(networkReference: "ref_1", echo: echo))
        #expect(bench.platform.lines.last == "POST /merchants/shop/transactions/pay_1/refund")
        let refund = try #require(bench.platform.asked.last?.xml)
        let key = try PlatformBench.key(.refund).text
        #expect([refund["amount"]?.text, refund["order_id"]?.text] == ["0.75", key])
    }

    @Test func `voids a whole payment that is not settled, and refunds no part of it`()
        async throws
    {
        let bench = Bench.processor(
            Bench.done(submitted),
            Bench.done(withdrawn),
            Bench.done(submitted),
            Bench.done(withdrawn),
            Bench.found()
        )
        #expect(try await bench.processor.refund(bench.followUp(.refund)) == done)
        let part = try await bench.processor.refund(bench.followUp(.refund, 75))
        #expect(part == .declined(.transactionInvalid))
        let again = try bench.followUp(.refund, isRepetition: true)
        #expect(try await bench.processor.refund(again) == done)
    }

    @Test func `never refunds twice`() async throws {
        let settled = Bench.done(Bench.transaction("settled"))
        let key = try PlatformBench.key(.refund).text.dropFirst(Bench.key.utf8.count + 1)
        let made = Bench.transaction("settled", id: "ref_1", amount: "0.75", suffix: "\(key)")
        let bench = Bench.processor(
            settled,
            Bench.found(),
            settled,
            Bench.found(),
            settled,
            Bench.found("ref_1"),
            Bench.done(made)
        )
        let refund = try bench.followUp(.refund, 75, isRepetition: true)
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await bench.processor.refund(refund)
        }
        bench.clock.advance(bySeconds: 1_200)
        #expect(try await bench.processor.refund(refund) == .declined(.transactionInvalid))
        let echo = AnswerEcho(minorUnits: 75)
        let known = FollowUpAnswer.approved(networkReference: "ref_1", echo: echo)
        #expect(try await bench.processor.refund(refund) == known)
        #expect(!bench.platform.lines.contains { $0.hasSuffix("/refund") })
    }

    /// Both codes say of an authorization that nothing was decided on this copy of it.
    @Test(arguments: ["3000", "2016"])
    func `that was declined and is found by its key is declined for good`(code: String)
        async throws
    {
        let made = Bench.transaction("processor_declined", id: "ref_1", suffix: "ref-1", code: code)
        let bench = Bench.processor(
            Bench.done(Bench.transaction("settled")),
            Bench.found("ref_1"),
            Bench.done(made)
        )
        #expect(
            try await bench.processor.refund(bench.followUp(.refund, isRepetition: true))
                == .declined(.doNotHonor, code: ProcessorCode(code))
        )
    }

    @Test func `reads that a refund failed which people made`() async throws {
        let failed = Bench.transaction("processor_declined", id: "ref_1", suffix: "1", code: "2001")
        let bench = Bench.processor(
            Bench.done(Bench.transaction("settled", others: Bench.refunds("ref_1"))),
            Bench.done(failed.replacing("<order-id>\(Bench.key)-1</order-id>", with: ""))
        )
        let statement = try #require(try await bench.processor.statement(of: bench.original()))
        #expect(
            statement.outcomes == [
                .init(
                    key: nil,
                    reference: "ref_1",
                    declineReason: .insufficientFunds,
                    processorCode: ProcessorCode("2001")
                )
            ]
        )
    }

    @Test func `reads everything that became of a payment`() async throws {
        let bench = Bench.processor(
            Bench.done(
                Bench.transaction(
                    "settled",
                    amount: "8.00",
                    others: Bench.history("authorized") + Bench.refunds("ref_1", "ref_2")
                )
            ),
            Bench.done(Bench.transaction("settling", id: "ref_1", amount: "0.75", suffix: "r1")),
            Bench.done(
                Bench.transaction(
                    "processor_declined",
                    id: "ref_2",
                    amount: "0.75",
                    suffix: "r2",
                    code: "2001"
                )
            ),
            Bench.done(withdrawn)
        )
        let usd = { (units: Int64) in Money(minorUnits: units, currency: .usd) }
        let statement = try #require(try await bench.processor.statement(of: bench.original()))
        #expect(statement.captured == usd(800))
        guard case .approved(_, let echo) = statement.decision else {
            Issue.record("no decision")
            return
        }
        #expect(echo.minorUnits == 1_075)
        let key = "\(Bench.key)-r1"
        #expect(statement.refunds == [.init(reference: "ref_1", key: key, amount: usd(75))])
        #expect(
            statement.outcomes == [
                .init(
                    key: "\(Bench.key)-r2",
                    reference: "ref_2",
                    declineReason: .insufficientFunds,
                    processorCode: ProcessorCode("2001")
                )
            ]
        )
        // What was voided before it was settled is captured and paid back.
        let other = try #require(try await bench.processor.statement(of: bench.original()))
        #expect([other.captured, other.refunds.first?.amount] == [usd(1_075), usd(1_075)])
        #expect(!other.isReleased)
    }
}
