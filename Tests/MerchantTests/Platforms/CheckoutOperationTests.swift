import HTTPClient
import HTTPMessages
import JSON
import Money
import Payments
import PlatformProcessors
import Testing
import World

/// Captures, voids, refunds, inquiries and statements through Checkout.com.
@Suite("A payment through Checkout.com")
struct CheckoutOperationTests {
    private func words(_ kind: OperationKind) -> (path: String, type: String, suffix: String) {
        switch kind {
        case .capture: ("captures", "Capture", "cap-1")
        case .refund: ("refunds", "Refund", "ref-1")
        default: ("voids", "Void", "void")
        }
    }

    private func answer(
        _ bench: PlatformBench,
        _ kind: OperationKind,
        isRepetition: Bool = false
    ) async throws -> FollowUpAnswer {
        let request = try bench.followUp(kind, isRepetition: isRepetition)
        return switch kind {
        case .capture: try await bench.processor.capture(request)
        case .refund: try await bench.processor.refund(request)
        default: try await bench.processor.void(request)
        }
    }

    @Test(arguments: [OperationKind.capture, .void, .refund])
    func `is done where its actions say so, and is received before`(kind: OperationKind)
        async throws
    {
        let (path, type, suffix) = words(kind)
        let action = CheckoutBench.action(type, suffix)
        let done = PlatformBench(
            .checkout,
            [CheckoutBench.accepted, CheckoutBench.actions(action)]
        )
        guard case .approved("act_2", _) = try await answer(done, kind) else {
            Issue.record("it is not done")
            return
        }
        #expect(
            done.platform.lines == ["POST /payments/pay_1/\(path)", "GET /payments/pay_1/actions"]
        )
        let asked = done.platform.asked[0]
        #expect(asked.field("Cko-Idempotency-Key") == "\(CheckoutBench.key)-\(suffix)")
        #expect(asked.member("reference")?.string == "\(CheckoutBench.key)-\(suffix)")
        #expect(asked.member("amount")?.integer == (kind == .void ? nil : 1_075))
        // The action of another request.
        let other = PlatformBench(
            .checkout,
            [
                CheckoutBench.accepted, CheckoutBench.actions(CheckoutBench.action(type, "other")),
            ]
        )
        #expect(try await answer(other, kind) == .received)
        let unread = PlatformBench(
            .checkout,
            [
                CheckoutBench.accepted, .lost(.notSent(.connectionFailed)),
            ]
        )
        #expect(try await answer(unread, kind) == .received)
        let declined = PlatformBench(
            .checkout,
            [
                CheckoutBench.accepted,
                CheckoutBench.actions(CheckoutBench.action(type, suffix, code: "20051")),
            ]
        )
        #expect(
            try await answer(declined, kind)
                == .declined(.insufficientFunds, code: ProcessorCode("20051"))
        )
    }

    @Test(arguments: [OperationKind.capture, .void, .refund])
    func `is not asked for again where its actions have it`(kind: OperationKind) async throws {
        let (path, type, suffix) = words(kind)
        let known = PlatformBench(
            .checkout,
            [
                CheckoutBench.actions(CheckoutBench.action(type, suffix))
            ]
        )
        guard case .approved = try await answer(known, kind, isRepetition: true) else {
            Issue.record("it is not done")
            return
        }
        #expect(known.platform.lines == ["GET /payments/pay_1/actions"])
        // One that failed may be under way.
        let unknown = PlatformBench(
            .checkout,
            [
                CheckoutBench.actions(), CheckoutBench.actions(), CheckoutBench.accepted,
            ]
        )
        unknown.clock.advance(bySeconds: 119)
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await answer(unknown, kind, isRepetition: true)
        }
        unknown.clock.advance(bySeconds: 1)
        #expect(try await answer(unknown, kind, isRepetition: true) == .received)
        #expect(unknown.platform.lines[2] == "POST /payments/pay_1/\(path)")
    }

    /// An idempotency key lives for 24 hours: Checkout.com, *Idempotency*. A second void changes nothing.
    @Test(arguments: [OperationKind.capture, .void, .refund])
    func `is not asked for again when its key may be forgotten`(kind: OperationKind) async throws {
        let bench = PlatformBench(.checkout, [CheckoutBench.actions(), CheckoutBench.accepted])
        bench.clock.advance(bySeconds: 24 * 3_600 - 60)
        let answer = try? await answer(bench, kind, isRepetition: true)
        #expect(answer == (kind == .void ? .received : nil))
        #expect(bench.platform.lines.contains { $0.hasPrefix("POST") } == (kind == .void))
    }

    /// Both codes say of an authorization that nothing was decided on this copy of it.
    @Test(arguments: [("20068", DeclineReason.issuerUnavailable), ("20094", .duplicate)])
    func `is declined for good where its actions say so`(code: String, first: DeclineReason)
        async throws
    {
        let actions = CheckoutBench.actions(CheckoutBench.action("Refund", "ref-1", code: code))
        let bench = PlatformBench(.checkout, [CheckoutBench.accepted, actions, actions])
        for (isRepetition, reason) in [(false, first), (true, .doNotHonor)] {
            #expect(
                try await answer(bench, .refund, isRepetition: isRepetition)
                    == .declined(reason, code: ProcessorCode(code))
            )
        }
    }

    @Test func `has a statement that people's refund failed`() async throws {
        let action = CheckoutBench.action("Refund", "1", code: "20051")
            .replacing(#","reference":"\#(CheckoutBench.key)-1""#, with: "")
        let bench = PlatformBench(
            .checkout,
            [.status(200, CheckoutBench.payment("Captured")), CheckoutBench.actions(action)]
        )
        let statement = try #require(try await bench.processor.statement(of: bench.original()))
        #expect(statement.outcomes.map(\.reference) == ["act_2"])
        #expect(statement.outcomes.map(\.key) == [nil])
    }

    @Test(arguments: [
        (403, "", DeclineReason.transactionInvalid), (404, "", .originalNotFound),
        (422, #"{"error_codes":["refund_amount_exceeds_balance"]}"#, .amountInvalid),
        (422, #"{"error_codes":["payment_invalid"]}"#, .transactionInvalid),
    ])
    func `is not changed by a request that is refused`(
        status: Int,
        body: String,
        reason: DeclineReason
    ) async throws {
        let bench = PlatformBench(.checkout, [.status(status, body)])
        let code = status == 422 ? body.split(separator: "\"")[3] : ""
        let expected = FollowUpAnswer.declined(reason, code: ProcessorCode(String(code)))
        #expect(try await answer(bench, .refund) == expected)
    }

    @Test(arguments: [500, 409])
    func `may have been changed by a request that failed`(status: Int) async throws {
        let bench = PlatformBench(.checkout, [.status(status, "")])
        await #expect(throws: ProcessorFailure.outcomeUnknown(.processorInDoubt)) {
            try await answer(bench, .refund)
        }
    }

    @Test(arguments: [(1_075, false, "Final"), (1_000, false, "NonFinal"), (1_000, true, "Final")])
    func `is captured in parts`(minorUnits: Int64, isFinal: Bool, type: String) async throws {
        let bench = PlatformBench(.checkout, [CheckoutBench.accepted])
        _ = try await bench.processor.capture(
            bench.followUp(.capture, minorUnits, isFinal: isFinal)
        )
        #expect(bench.platform.asked[0].member("capture_type")?.string == type)
        #expect(bench.processor.capabilities.contains(.severalCaptures))
    }

    @Test(arguments: [
        ("Authorized", true), ("Captured", true), ("Declined", true), ("Pending", false),
        ("Voided", false), ("Expired", false),
    ])
    func `is asked about by our key`(status: String, isAnswered: Bool) async throws {
        let payment = CheckoutBench.payment(status)
        let code = status == "Declined" ? "20051" : "10000"
        let action = CheckoutBench.action("Authorization", "auth", code: code)
        let bench = PlatformBench(
            .checkout,
            [CheckoutBench.list(payment), CheckoutBench.actions(action)]
        )
        let answer = try await bench.processor.inquire(
            InquiryRequest(original: bench.original(nil))
        )
        #expect(bench.platform.lines.first == CheckoutBench.listed)
        switch answer {
        case .answered(.approved(let approval, _)):
            #expect(isAnswered && approval.authorizationCode == "123456" && code == "10000")
        case .answered(.declined(let reason, let code)):
            #expect(reason == .insufficientFunds && code?.text == "20051")
        case .inProgress: #expect(status == "Pending")
        case .notFound: #expect(!isAnswered)
        case .answered: Issue.record("\(answer)")
        }
    }

    @Test func `has a statement of everything that became of it`() async throws {
        let bench = PlatformBench(
            .checkout,
            [
                .status(200, CheckoutBench.payment("Partially Refunded", captured: 1_000)),
                CheckoutBench.actions(
                    CheckoutBench.action("Refund", "ref-1", id: "act_4", amount: 100),
                    CheckoutBench.action(
                        "Refund",
                        "ref-2",
                        id: "act_3",
                        amount: 900,
                        code: "20051"
                    ),
                    CheckoutBench.action("Capture", "cap-1", amount: 1_000),
                    CheckoutBench.action("Authorization", "auth", id: "act_1")
                ),
            ]
        )
        let found = try await bench.processor.statement(of: bench.original())
        let statement = try #require(found)
        #expect(statement.captured == Money(minorUnits: 1_000, currency: .usd))
        #expect(!statement.isReleased)
        let key = CheckoutBench.key
        #expect(
            statement.outcomes == [
                .init(key: "\(key)-ref-1", reference: "act_4", declineReason: nil),
                .init(
                    key: "\(key)-ref-2",
                    reference: "act_3",
                    declineReason: .insufficientFunds,
                    processorCode: ProcessorCode("20051")
                ),
                .init(key: "\(key)-cap-1", reference: "act_2", declineReason: nil),
            ]
        )
        let amount = Money(minorUnits: 100, currency: .usd)
        #expect(
            statement.refunds == [.init(reference: "act_4", key: "\(key)-ref-1", amount: amount)]
        )
    }
}
