import Money
import PlatformProcessors
import Storage
import Testing

@testable import Payments

@Suite("The reconciliation of a platform's report", .onEachDatabase)
struct SettlementReportReconciliationTests {
    let shop = ReconciliationBench(processor: .stripe)

    static let header = SettlementReportTests.stripe.split(separator: "\n")[0]

    /// A report of captures and refunds of 10.75 each, as Stripe names them.
    private func report(
        _ lines: [(category: String, source: String, intent: String)],
        payout: String = "po_1",
        currency: String = "usd",
        time: String = "2100-01-01 00:00:00"
    ) throws -> SettlementFile {
        var text = "\(Self.header)\n"
        for (number, line) in lines.enumerated() {
            let sign = line.category == "charge" ? "" : "-"
            text +=
                "txn_\(number),\(time),,\(currency),\(sign)10.75,0.00,\(sign)10.75,\(line.category),"
            text += "\(line.source),10.75,\(currency),\(line.intent),\(payout),\n"
        }
        return try PaymentPlatform.stripe.settlementFile(Array(text.utf8), of: [:])
    }

    private func refund(_ reference: String?, of attempt: AttemptID, in database: Database)
        async throws -> ChargeOperation
    {
        try await shop.operation(
            .refund,
            of: attempt,
            becomes: reference.map { .completed(networkReference: $0) } ?? .unknown,
            in: database
        )
    }

    @Test func `agrees with what is recorded, by the payout's name`() async throws {
        let database = try await shop.open()
        let first = try await shop.capture(1, in: database)
        let second = try await shop.capture(2, in: database)
        let refund = try await refund("re_1", of: first.attempt, in: database)
        let file = try report([
            ("charge", "ch_1", "pi_1"), ("refund", "re_1", "pi_1"), ("fee", "fee_1", ""),
        ])
        let found = try await shop.reconcile(file, with: database)
        #expect(found.causes == ["missing"], "the second capture was made before")
        #expect(found.differences[0].operation?.id == second.id)
        #expect(found.matched == 2 && found.name == "po_1" && found.number == 1)
        #expect(found.others.map(\.receiver) == [.named("fee")])
        #expect(
            found.totals.map { [$0.captured, $0.refunded, $0.other, $0.paid] } == [
                [1_075, 1_075, -1_075, -1_075]
            ]
        )
        #expect(try await shop.reconcile(file, with: database) == found)
        let next = try await shop.reconcile(
            report([("charge", "ch_2", "pi_2"), ("charge", "ch_1", "pi_1")], payout: "po_2"),
            with: database
        )
        #expect(next.number == 2 && next.matched == 1)
        #expect(next.differences.map(\.cause) == [.settledElsewhere(settlement: 1, line: 2)])
        #expect(
            try await shop.recorded(in: database) == [
                first.id.text: [1, 2, 0], refund.id.text: [1, 3, 0], second.id.text: [2, 2, 0],
            ]
        )
        try await shop.capture(3, in: database)
        let euros = try await shop.reconcile(
            report([("charge", "ch_9", "pi_9")], payout: "po_3", currency: "eur"),
            with: database
        )
        #expect(euros.causes == ["paymentUnrecorded"], "it says nothing of dollars")
        let replaced = try await shop.reconcile(
            report([("charge", "ch_1", "pi_1")]),
            with: database
        )
        #expect(replaced.causes == ["fileReplaced"] && replaced.number == 1)
    }

    /// A charge of Stripe's does not say which capture it is of.
    @Test(arguments: [.notSent, .declined(.doNotHonor)] as [OperationState])
    func `is of the capture that was done, or may have been`(earlier: OperationState) async throws {
        let database = try await shop.open()
        for number in 1...2 as ClosedRange<UInt8> {
            let first = try await shop.capture(number, becomes: earlier, in: database)
            try await shop.operation(
                .capture,
                of: first.attempt,
                becomes: number == 1 ? ReconciliationBench.done : .unknown,
                in: database
            )
        }
        let file = try report([("charge", "ch_1", "pi_1"), ("charge", "ch_2", "pi_2")])
        let found = try await shop.reconcile(file, with: database)
        #expect(found.matched == 1)
        #expect(found.differences.map(\.cause) == [.notCompleted(.unknown)])
    }

    @Test func `has a dispute by the name of its action`() async throws {
        let database = try await shop.open()
        let capture = try await shop.capture(1, in: database)
        let dispute = ProcessorStatement.Dispute(
            reference: "dsp_1",
            action: "act_1",
            amount: Money(minorUnits: 1_075, currency: .usd),
            state: .open
        )
        _ = try await database.write { transaction throws(RecordFailure) in
            try shop.bench.store.apply(
                ProcessorStatement(disputes: [dispute]),
                to: capture.attempt,
                in: transaction
            )
        }
        let file = try report([("charge", "ch_1", "pi_1"), ("dispute", "act_1", "pi_1")])
        let found = try await shop.reconcile(file, with: database)
        #expect(found.matched == 1 && found.disputed == 1 && found.differences == [])
    }

    @Test func `finds what differs`() async throws {
        let database = try await shop.open()
        let capture = try await shop.capture(1, in: database)
        let open = try await refund(nil, of: capture.attempt, in: database)
        let disputed = try await shop.capture(2, in: database)
        let amount = Money(minorUnits: 1_075, currency: .usd)
        _ = try await database.write { transaction throws(RecordFailure) in
            try shop.bench.store.apply(
                ProcessorStatement(
                    disputes: [.init(reference: "du_2", amount: amount, state: .open)]
                ),
                to: disputed.attempt,
                in: transaction
            )
        }
        let file = try report([
            ("charge", "ch_1", "pi_1"), ("charge", "ch_2", "pi_2"), ("charge", "ch_9", "pi_9"),
            ("refund", "re_1", "pi_1"), ("refund", "re_2", "pi_2"), ("dispute", "du_1", "pi_1"),
            ("dispute", "du_2", "pi_2"),
        ])
        let found = try await shop.reconcile(file, with: database)
        #expect(found.matched == 2 && found.disputed == 1)
        #expect(
            found.differences.map(\.cause) == [
                .paymentUnrecorded, .notCompleted(.unknown),
                .operationUnrecorded(authorization: .approved), .disputeUnrecorded,
            ]
        )
        #expect(found.differences[1].operation?.id == open.id)
        #expect(found.totals.map(\.disputed) == [2_150])
    }
}
