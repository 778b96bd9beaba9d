import Money
import Storage
import Testing
import World

@testable import Payments

@Suite("The reconciliation of a settlement file", .onEachDatabase)
struct ReconciliationTests {
    let shop = ReconciliationBench()

    @Test func `agrees with what is recorded, and says the same of the same file`() async throws {
        let database = try await shop.open()
        let first = try await shop.capture(1, 1_000, in: database)
        let second = try await shop.capture(2, in: database)
        let refund = try await shop.operation(.refund, 150, of: first.attempt, in: database)
        var text = shop.file(of: [first, second, refund])
        text.entries[0].fee = 1
        text.entries.insert(SettlementText.Entry(second, fee: 2), at: 1)
        text.entries[1].merchant = "OTHER"
        let report = try await shop.reconcile(text, with: database)
        #expect(report.agrees && report.number == 1 && report.processor == .cardNetwork)
        #expect(report.entries == 3 && report.matched == 3 && report.otherMerchants == 1)
        #expect(report.awaiting == 0)
        #expect(report.totals.map(\.currency) == ["840"])
        let total = try #require(report.totals.first)
        #expect([total.captured, total.refunded, total.fees, total.paid] == [2075, 150, 1, 1924])
        let recorded = try await shop.recorded(in: database)
        let expected: [String: [Int64]] = [
            first.id.text: [1, 2, 1], second.id.text: [1, 4, 0], refund.id.text: [1, 5, 0],
        ]
        #expect(recorded == expected)
        shop.bench.clock.advance(bySeconds: 86_400)
        #expect(try await shop.reconcile(text, with: database) == report)
        #expect(try await shop.recorded(in: database) == expected)
    }

    @Test func `records many entries, in transactions of some`() async throws {
        let database = try await shop.open()
        var captures: [ChargeOperation] = []
        for number in 1...23 {
            let attempt = try await shop.payment(UInt8(number), in: database)
            for amount in 1...5 as ClosedRange<Int64> {
                let capture = try await shop.operation(
                    .capture,
                    amount,
                    of: attempt,
                    in: database
                )
                captures.append(capture)
            }
        }
        let text = shop.file(of: captures.reversed())
        let report = try await shop.reconcile(text, with: database)
        #expect(report.agrees && report.matched == 115)
        #expect(try await shop.recorded(in: database).count == 115)
    }

    /// A change of a file with one capture of 1000, what is found, and how many entries match.
    struct Change: CustomTestStringConvertible, Sendable {
        let causes: [SettlementDifference.Cause]
        let matched: Int
        let change: @Sendable (inout SettlementText) -> Void
        var testDescription: String { causes.map(\.name).joined(separator: ", ") }

        init(
            _ causes: [SettlementDifference.Cause],
            matched: Int = 0,
            _ change: @escaping @Sendable (inout SettlementText) -> Void
        ) {
            (self.causes, self.matched, self.change) = (causes, matched, change)
        }
    }

    static let recorded = Money(minorUnits: 1_000, currency: .usd)
    static let changes = [
        Change([.paymentUnrecorded, .missing]) { $0.entries[0].reference = "000000000000" },
        Change([.operationUnrecorded(authorization: .approved), .missing]) {
            $0.entries[0].trace = "000001"
        },
        Change([.operationUnrecorded(authorization: .approved)], matched: 1) {
            $0.entries.append($0.entries[0])
            $0.entries[1].kind = "capture-reversal"
            $0.entries[1].amount = -1_000
            $0.entries[1].trace = "000001"
        },
        Change([.kindDiffers]) {
            $0.entries[0].kind = "refund"
            $0.entries[0].amount = -1_000
        },
        Change([.amountDiffers(recorded: recorded)]) { $0.entries[0].amount = 1_001 },
        Change([.amountDiffers(recorded: recorded)]) { $0.entries[0].currency = "978" },
        Change([.authorizationCodeDiffers]) { $0.entries[0].code = "000000" },
        Change([.repeated(line: 2)], matched: 1) { $0.entries.append($0.entries[0]) },
        Change([.amountDiffers(recorded: recorded)], matched: 1) {
            $0.entries.append($0.entries[0])
            $0.entries[1].amount = 1
        },
        Change([.missing]) { $0.entries = [] },
        Change([.missing]) { $0.entries[0].merchant = "OTHER" },
    ]

    @Test(arguments: changes)
    func `finds what the file changes`(_ change: Change) async throws {
        let database = try await shop.open()
        let capture = try await shop.capture(1, 1_000, in: database)
        var text = shop.file(of: [capture])
        change.change(&text)
        let report = try await shop.reconcile(text, with: database)
        #expect(report.differences.map(\.cause) == change.causes)
        #expect(report.differences.allSatisfy { $0.cause.actor == .acquirer })
        #expect(report.matched == change.matched)
        #expect(try await shop.recorded(in: database).count == change.matched)
        #expect(try await shop.reconcile(text, with: database) == report)
    }

    static let states: [(OperationState?, OperationState.Name, SettlementDifference.Actor)] = [
        (nil, .sent, .shop), (.unknown, .unknown, .shop), (.notSent, .notSent, .people),
        (.declined(.doNotHonor), .declined, .people), (.mismatched(.amount), .mismatched, .people),
    ]

    @Test(arguments: states)
    func `finds what is paid, and recorded without an effect`(
        _ state: OperationState?,
        _ name: OperationState.Name,
        _ actor: SettlementDifference.Actor
    ) async throws {
        let database = try await shop.open()
        let capture = try await shop.capture(1, 1_000, becomes: state, in: database)
        let text = shop.file(of: [capture])
        let report = try await shop.reconcile(text, with: database)
        #expect(report.differences.map(\.cause) == [.notCompleted(name)])
        #expect(report.differences[0].cause.actor == actor)
        #expect(report.differences[0].operation?.id == capture.id)
        #expect(try await shop.recorded(in: database).isEmpty)
        guard actor == .shop else { return }
        // Once recovery has settled it, the same file agrees.
        _ = try await database.write { transaction throws(RecordFailure) in
            try shop.bench.store.recordIfPossible(
                ReconciliationBench.done,
                of: capture,
                in: transaction
            )
        }
        #expect(try await shop.reconcile(text, with: database).agrees)
    }

    @Test func `finds a capture of a payment that was voided`() async throws {
        let database = try await shop.open()
        let attempt = try await shop.payment(1, in: database)
        let void = try await shop.operation(.void, of: attempt, in: database)
        var text = shop.file(of: [void])
        text.entries[0].kind = "capture"
        let report = try await shop.reconcile(text, with: database)
        #expect(report.differences.map(\.cause) == [.operationUnrecorded(authorization: .voided)])
    }

    @Test func `finds what another settlement has, and another file of the same`() async throws {
        let database = try await shop.open()
        let captures = [
            try await shop.capture(1, in: database), try await shop.capture(2, in: database),
        ]
        #expect(try await shop.reconcile(shop.file(of: [captures[0]]), with: database).matched == 1)
        let second = try await shop.reconcile(shop.file(of: captures, number: 2), with: database)
        #expect(
            second.differences.map(\.cause) == [.settledElsewhere(settlement: 1, line: 2)]
        )
        #expect(second.matched == 1)
        let recorded = try await shop.recorded(in: database)
        #expect(recorded[captures[0].id.text] == [1, 2, 0])
        #expect(recorded[captures[1].id.text] == [2, 3, 0])
        let third = try await shop.capture(3, in: database)
        let replaced = try await shop.reconcile(
            shop.file(of: [captures[0], third]),
            with: database
        )
        #expect(replaced.causes == ["fileReplaced"])
        #expect(try await shop.recorded(in: database) == recorded)
    }

    @Test func `says which settlements were left out or interrupted`() async throws {
        let database = try await shop.open()
        func causes(_ number: Int) async throws -> [SettlementDifference.Cause] {
            try await shop.reconcile(shop.file(of: [], number: number), with: database)
                .differences.map(\.cause)
        }
        #expect(try await causes(4) == [], "earlier ones were before the shop's first")
        #expect(try await causes(5) == [])
        #expect(try await causes(9) == [.settlementsSkipped(6...8)])
        #expect(try await causes(7) == [.settlementsSkipped(6...6)])
        #expect(try await causes(9) == [.settlementsSkipped(6...6), .settlementsSkipped(8...8)])
        for number in [6, 8, 9] { #expect(try await causes(number) == []) }
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                INSERT INTO settlement (processor, number, cut_off, digest, begun_at)
                VALUES ('card-network', 10, 1, $1, 1)
                """,
                [.bytes([UInt8](repeating: 0, count: 32))]
            )
        }
        #expect(try await causes(11) == [.settlementUnfinished(10)])
    }

    /// Some are in no file ever, and must not hide the others.
    @Test func `reads the newest first of what is in no settlement`() async throws {
        let database = try await shop.open()
        var captures: [OperationID] = []
        for number in 1...3 as ClosedRange<UInt8> {
            captures.append(try await shop.capture(number, in: database).id)
            shop.bench.clock.advance(bySeconds: 1)
        }
        let records = SettlementRecords(charges: shop.bench.store, processor: shop.processor)
        var position = SettlementRecords.Position(time: shop.bench.clock.now.seconds)
        for capture in captures.reversed() {
            let page = try await database.read { [position] snapshot throws(RecordFailure) in
                try records.awaiting(before: position, limit: 1, in: snapshot)
            }
            #expect(page.map(\.operation.id) == [capture])
            position = try #require(page.last).position
        }
    }

    @Test func `misses only what was done before the file was made`() async throws {
        let database = try await shop.open()
        let capture = try await shop.capture(1, in: database)
        var text = shop.file(of: [])
        func missing(_ seconds: Int64) async throws -> [OperationID?] {
            let time = try #require(capture.changedAt.advanced(bySeconds: seconds))
            text.number += 1
            text.time = time.iso8601
            let report = try await shop.reconcile(text, with: database)
            #expect(report.awaiting == 1)
            return report.differences.map(\.operation?.id)
        }
        #expect(try await missing(-86_400) == [])
        #expect(try await missing(300) == [])
        #expect(try await missing(301) == [capture.id])
        var late = shop.file(of: [capture], number: 5)
        late.time = text.time
        #expect(try await shop.reconcile(late, with: database).agrees, "it came in the next file")
    }

    @Test func `leaves the operations of other processors alone`() async throws {
        let database = try await shop.open()
        let capture = try await shop.capture(1, in: database)
        let other = Reconciliation(
            database: database,
            charges: shop.bench.store,
            processor: .sandbox,
            merchants: ReconciliationBench.shop
        )
        let file = try SettlementFile(shop.file(of: [capture]).bytes)
        #expect(try await other.reconcile(file).causes == ["paymentUnrecorded"])
        #expect(try await shop.reconcile(shop.file(of: [capture]), with: database).agrees)
    }

    @Test func `is the same when two programs do it at the same time`() async throws {
        let database = try await shop.open()
        var captures: [ChargeOperation] = []
        for number in 1...120 as ClosedRange<UInt8> {
            captures.append(try await shop.capture(number, in: database))
        }
        let text = shop.file(of: captures)
        let other = try await shop.open()
        async let first = shop.reconcile(text, with: database)
        async let second = shop.reconcile(text, with: other)
        let reports = try await [first, second]
        #expect(reports.allSatisfy { $0.agrees && $0.matched == 120 })
        #expect(try await shop.recorded(in: database).count == 120)
        await other.close()
    }

    @Test func `is recorded for completed operations only, and stays`() async throws {
        let database = try await shop.open()
        let done = try await shop.capture(1, in: database)
        let open = try await shop.capture(2, becomes: .unknown, in: database)
        try await shop.reconcile(shop.file(of: [done]), with: database)
        let statements: [StaticString] = [
            "UPDATE settlement_entry SET line = 9", "DELETE FROM settlement_entry",
            "UPDATE settlement SET cut_off = 1", "UPDATE settlement SET finished_at = 1",
            "DELETE FROM settlement", "UPDATE operation SET settlement_reference = 'X'",
        ]
        for statement in statements {
            await #expect(throws: StorageFailure.self, "\(statement)") {
                try await database.write { transaction throws(StorageFailure) in
                    _ = try transaction.execute(statement)
                }
            }
        }
        await #expect(throws: StorageFailure.self) {
            try await database.write { transaction throws(StorageFailure) in
                try transaction.execute(
                    """
                    INSERT INTO settlement_entry
                    VALUES ($1, 'card-network', 1, 9, 'capture', 1075, 'USD', 0, '840', 1)
                    """,
                    [.text(open.id.text)]
                )
            }
        }
        #expect(try await shop.recorded(in: database).keys.sorted() == [done.id.text])
    }
}
