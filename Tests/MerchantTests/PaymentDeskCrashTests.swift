import Bytes
import Foundation
import PaymentToken
import Payments
import TestSupport
import Testing
import World

@testable import Storage

@Suite("A payment desk whose disk fails")
struct PaymentDeskCrashTests {
    let bench: PaymentDeskBench

    init() throws { bench = try PaymentDeskBench() }

    /// SQLite's own method: fail the first statement, then the second, until a payment completes.
    @Test func `never answers success without the charge and the order on the disk`() async throws {
        let database = try await bench.open()
        var (number, struck) = (0, true)
        var successes: [TransactionID] = []
        while struck {
            number += 1
            let processor = CountingProcessor()
            let token = try bench.token(UInt8(number))
            let submission = try bench.submission(of: token, reference: "cart \(number)")
            let desk = try bench.desk(database, processor)
            database.armFault(atStatement: number)
            let receipt = try? await desk.pay(submission)
            struck = database.disarmFault()
            #expect(struck == (receipt == nil), "statement \(number)")
            if receipt != nil { successes.append(token.transactionID) }
            // Whatever the processor approved is known, or known to be in doubt.
            let states = try await states(of: token.transactionID, in: database)
            #expect(states.count <= 1)
            if processor.approvals == 1 {
                #expect(["approved", "sent"].contains(states.first), "statement \(number)")
            }
            // The token cannot be charged another time.
            if !states.isEmpty {
                let again = try bench.submission(of: token, reference: "again \(number)")
                await #expect(throws: PaymentRefusal.token(.replay(token.transactionID))) {
                    try await desk.pay(again)
                }
                let isPlaced = try await expectFirstAnswer(receipt, from: desk, to: submission)
                if isPlaced, receipt == nil { successes.append(token.transactionID) }
                #expect(processor.approvals <= 1)
            }
        }
        #expect(number > 12, "the sweep reached the order's own statements")
        #expect(try await Set(bench.orders(database).map(\.transactionID)) == Set(successes))
        #expect(try await orphans(in: database) == 0)
    }

    /// As if the process died: from one statement on, nothing more reaches the disk.
    @Test func `leaves an approval with its order on the disk, or neither, when killed`()
        async throws
    {
        let database = try await bench.open()
        let charges = ChargeStore(world: .system)
        var (number, struck) = (0, true)
        while struck {
            number += 1
            let submission = try bench.submission(
                of: bench.token(UInt8(number)),
                reference: "cart \(number)"
            )
            let desk = try bench.desk(database, CountingProcessor())
            database.armFault(atStatement: number, lasts: true)
            let receipt = try? await desk.pay(submission)
            struck = database.disarmFault()
            #expect(struck == (receipt == nil), "statement \(number)")
            let unordered = try await database.read { snapshot throws(RecordFailure) in
                try charges.awaitingOrder(limit: 10, in: snapshot)
            }
            #expect(unordered.isEmpty, "statement \(number)")
        }
        #expect(number > 12, "the sweep reached the order's own statements")
        #expect(try await orphans(in: database) == 0)
    }

    @Test func `collects an approval with its order, whatever could not be recorded before`()
        async throws
    {
        let database = try await bench.open()
        let desk = try bench.desk(database, SimulatedProcessor(seed: 1))
        var (number, lateCount, struck) = (0, 0, true)
        while struck {
            number += 1
            let submission = try bench.submission(
                of: bench.token(UInt8(number)),
                reference: "cart \(number)",
                captures: true
            )
            database.armFault(atStatement: number)
            _ = try? await desk.pay(submission)
            struck = database.disarmFault()
            let placed = try await bench.orders(database).count
            guard let receipt = try? await desk.pay(submission) else { continue }
            #expect(try receipt.capture?.get() != nil, "statement \(number)")
            lateCount += try await bench.orders(database).count - placed
        }
        #expect(lateCount > 0)
    }

    /// The same order gets the stored answer, and nothing is charged again. An approval whose order
    /// could not be stored gets its order now.
    ///
    /// - Returns: Whether there is an order.
    private func expectFirstAnswer(
        _ receipt: PaymentReceipt?,
        from desk: PaymentDesk,
        to submission: PaymentSubmission
    ) async throws -> Bool {
        do throws(PaymentRefusal) {
            let again = try await desk.pay(submission)
            #expect(receipt == nil || again == receipt)
            return true
        } catch {
            switch error {
            case .beingSettled, .notSent: #expect(receipt == nil)
            default: Issue.record("\(error)")
            }
            return false
        }
    }

    private func states(
        of transactionID: TransactionID,
        in database: Database
    ) async throws -> [String] {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows(
                """
                SELECT operation.state FROM operation
                JOIN attempt ON attempt.id = operation.attempt
                WHERE attempt.transaction_identifier = $1
                """,
                [.bytes(transactionID.bytes)]
            ).map { row throws(StorageFailure) in try row.text("state") }
        }
    }

    /// Orders without an approved charge, and charges without a claim on their token.
    private func orphans(in database: Database) async throws -> Int {
        try await database.read { snapshot throws(StorageFailure) in
            try snapshot.rows(
                """
                SELECT shop_order.id FROM shop_order
                LEFT JOIN operation ON operation.attempt = shop_order.attempt
                    AND operation.state = 'approved'
                WHERE operation.id IS NULL
                UNION ALL
                SELECT attempt.id FROM attempt
                LEFT JOIN accepted_token
                    ON accepted_token.transaction_id = attempt.transaction_identifier
                WHERE accepted_token.transaction_id IS NULL
                """
            ).count
        }
    }
}
