internal import MerchantServer
internal import Payments
import Storage
internal import TestSupport
import Testing
internal import World

@testable import quince

/// Checkouts of one shop that are killed at one moment after another, by a signal that nothing can
/// answer. The moments are not exact; `PaymentDeskCrashTests` stops at every statement.
@Suite("A checkout that is killed")
struct CheckoutKillTests {
    let folder = ScratchFolder()

    @Test func `leaves an order with its authorization or neither, and the next one pays`()
        async throws
    {
        var killed = 0
        for milliseconds in stride(from: 4, through: 240, by: 4) {
            let wait = "0.\(String(1_000 + milliseconds).dropFirst())"
            let line = "timeout --signal=KILL \(wait) $QUINCE checkout --out shop"
            if try ProcessRun(line, in: folder.url).status != 0 { killed += 1 }
        }
        let last = try ProcessRun("$QUINCE checkout --out shop", in: folder.url)
        #expect(last.status == 0, "\(last.remarks)")
        #expect(killed > 5, "nothing was killed, so nothing was shown")

        try await expectOrdersWithTheirCharges("shop", orders: 1...100)
        try await expectSettled("shop")
    }

    /// A later checkout of the shop settles what the killed ones left.
    private func expectSettled(_ name: String) async throws {
        let later = UnixTime(seconds: World.system.clock.now.seconds + 3_600).iso8601
        let checkout = "$QUINCE checkout --out \(name) --at \(later)"
        #expect(try ProcessRun(checkout, in: folder.url).status == 0)
        let database = try await database(of: name)
        #expect(try await DeskRecords(database: database, world: .system).open() == [])
        await database.close()
    }

    /// The same seed is the same order with the same token.
    @Test func `is not paid twice when it is made again, whatever the first time came to`()
        async throws
    {
        var endings: [String: Int] = [:]
        for milliseconds in stride(from: 10, through: 240, by: 10) {
            let wait = "0.\(String(1_000 + milliseconds).dropFirst())"
            let checkout = "$QUINCE checkout --seed 5 --out \(milliseconds)"
            _ = try ProcessRun("timeout --signal=KILL \(wait) \(checkout)", in: folder.url)
            let again = try ProcessRun(checkout, in: folder.url)
            let isPaid = again.status == 0
            #expect(isPaid || again.results.contains("is being settled"), "\(again.results)")
            endings[isPaid ? "paid" : "being settled", default: 0] += 1
            let once: ClosedRange<Int> = isPaid ? 1...1 : 0...0
            try await expectOrdersWithTheirCharges("\(milliseconds)", orders: once)
        }
        #expect(endings["paid", default: 0] > 1)
    }

    private func database(of name: String) async throws -> Database {
        let orders = CheckoutFiles(folder: folder.path(name)).orders
        return try await Database(path: orders, migrations: MerchantAPIServer.migrations)
    }

    func expectOrdersWithTheirCharges(_ name: String, orders count: ClosedRange<Int>) async throws {
        let database = try await database(of: name)
        let (charges, tracking) = (ChargeStore(world: .system), OrderTracking(world: .system))
        try await database.read { snapshot throws(RecordFailure) in
            #expect(try charges.awaitingOrder(limit: 100, in: snapshot).isEmpty)
            let orders = try tracking.orders(limit: 100, in: snapshot)
            #expect(count.contains(orders.count))
            for order in orders {
                guard
                    case .authorized(let attempt)? = try? charges.outcome(
                        of: order.attempt,
                        in: snapshot
                    )
                else {
                    Issue.record("\(order.id) is not authorized")
                    continue
                }
                #expect(attempt.transactionID == order.transactionID)
            }
        }
    }
}
