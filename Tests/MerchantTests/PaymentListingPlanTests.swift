import Storage
import TestSupport
import Testing

@testable import Payments

/// A page must not read all payments. The program sqlite3 says how each is read.
@Suite("How lists of payments are read")
struct PaymentListingPlanTests {
    private static let indexes: [PaymentRecord.Status: String] = [
        .pending: "operation_due (due_at>?)", .authorized: "listing_order (payment_status=?",
        .captured: "listing_order (payment_status=?", .refunded: "listing_order (payment_status=?",
        .voided: "listing_state (state=?", .declined: "listing_state (state=?",
        .failed: "listing_state (state=?", .cancelled: "listing_state (state=?",
        .disputed: "listing_state (state=?",
    ]

    private func plan(_ query: PaymentListing.Query) async throws -> String {
        try await plan(of: "\(PaymentListing.selection(query).statement)")
    }

    private func plan(of statement: String) async throws -> String {
        let folder = ScratchFolder()
        let path = folder.path("payments.sqlite")
        let migrations = PaymentDesk.migrations + [PaymentListing.migrations]
        let database = try await Database(path: path, migrations: migrations)
        await database.close()
        let run = try Program.sqlite.run([path, "EXPLAIN QUERY PLAN \(statement)"])
        #expect(run.isSuccess, "\(run.complaint)")
        return run.text
    }

    @Test(arguments: PaymentRecord.Status.allCases)
    func `a status has an index`(_ status: PaymentRecord.Status) async throws {
        var query = PaymentListing.Query(limit: 25)
        query.status = status
        let plan = try await plan(query)
        #expect(plan.contains("INDEX \(try #require(Self.indexes[status]))"), "\(plan)")
        #expect(!plan.contains("SCAN operation") && !plan.contains("listing_time"), "\(plan)")
    }

    @Test func `a reference has an index, and all are read in their order`() async throws {
        var query = PaymentListing.Query(limit: 25)
        let all = try await plan(query)
        #expect(all.contains("INDEX listing_time (prepared_at>?"), "\(all)")
        #expect(!all.contains("TEMP B-TREE"), "\(all)")
        query.reference = "cart"
        let one = try await plan(query)
        #expect(one.contains("SEARCH intent") && !one.contains("SCAN"), "\(one)")
    }

    @Test func `a line of a settlement file has indexes`() async throws {
        let plan = try await plan(of: "\(ChargeStore.settledAuthorizations)")
        #expect(plan.ranges(of: "SEARCH operation USING INDEX").count == 3, "\(plan)")
        #expect(!plan.contains("SCAN"), "\(plan)")
    }

    @Test func `a page names the next one where there is one`() async throws {
        let bench = try PaymentDeskBench()
        let database = try await bench.open([PaymentListing.migrations])
        let desk = try bench.desk(database, CountingProcessor())
        for number in 1...3 as ClosedRange<UInt8> {
            let submission = try bench.submission(of: bench.token(number), reference: "\(number)")
            _ = try await desk.pay(submission)
        }
        let listing = PaymentListing(desk.records)
        var query = PaymentListing.Query(limit: 2)
        let first = try await listing.page(query)
        #expect(first.payments.count == 2 && first.next != nil)
        query.after = first.next
        let second = try await listing.page(query)
        #expect(second.payments.count == 1 && second.next == nil)
        #expect(try await listing.page(PaymentListing.Query(limit: 3)).next == nil)
        query = PaymentListing.Query(limit: 3)
        query.status = .captured
        #expect(try await listing.page(query).payments.isEmpty)
    }
}
