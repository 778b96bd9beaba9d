import MerchantServer
import Payments
import Storage
import Testing
import World

@Suite("The audit log of a merchant's server")
struct AuditLogTests {
    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `is not changed and loses nothing`(_ kind: ServerFixture.DatabaseKind) async throws {
        let fixture = try await ServerFixture(kind)
        let entry = try await fixture.keys.add(name: "web", role: .shop).entry
        for change: StaticString in [
            "UPDATE audit_entry SET caller = 'x'", "DELETE FROM audit_entry",
        ] {
            await #expect(throws: StorageFailure.self, "\(change)") {
                try await fixture.database.write { transaction throws(StorageFailure) in
                    try transaction.execute(change)
                }
            }
        }
        let entries = try await fixture.database.audited()
        #expect(entries.map(\.subject) == [entry.identifier])
        await fixture.stop()
    }

    @Test(arguments: ServerFixture.DatabaseKind.here)
    func `is read in order, across pages, with the names of keys`(
        _ kind: ServerFixture.DatabaseKind
    ) async throws {
        let fixture = try await ServerFixture(kind)
        let log = AuditLog(clock: fixture.clock)
        let web = try await fixture.keys.add(name: "web", role: .shop).entry
        let caller = AuditLog.Caller(identifier: web.identifier, role: web.role.rawValue)
        // More than two pages, of which the last is not full; a second lies between two of them.
        for _ in 0..<11 {
            try await fixture.database.write { transaction throws(StorageFailure) in
                for number in 0..<100 {
                    try log.record(caller, "payment.refund", "subject-\(number)", in: transaction)
                }
            }
            fixture.clock.advance(bySeconds: 1)
        }
        let entries = try await fixture.database.audited()
        #expect(entries.count == 1_101 && entries[0].action == "key.add")
        #expect(entries[0].callerName == nil && entries[0].caller.identifier == "operator")
        #expect(entries.dropFirst().allSatisfy { $0.callerName == "web" && $0.caller == caller })
        #expect(entries.dropFirst().map(\.subject) == (0..<1_100).map { "subject-\($0 % 100)" })
        #expect(entries.map(\.at) == entries.map(\.at).sorted { $0 < $1 })
        let late = try await fixture.database.audited { $0.since = entries[1_001].at }
        #expect(late == Array(entries[1_001...]))
        for payment in ["payment-1", "payment-" + String(repeating: "0", count: 32), "subject-1"] {
            var filter = AuditReader.Filter()
            filter.payment = payment
            let reader = AuditReader(fixture.database, world: .system)
            let isKnown = try await reader.read(filter) { _ in }
            #expect(!isKnown)
        }
        await fixture.stop()
    }
}

extension Database {
    /// The entries of the audit log, in the order in which they were recorded.
    func audited(
        _ choose: (inout AuditReader.Filter) -> Void = { _ in }
    ) async throws -> [AuditLog.Entry] {
        var filter = AuditReader.Filter()
        choose(&filter)
        var entries: [AuditLog.Entry] = []
        let isKnown = try await AuditReader(self, world: .system).read(filter) {
            entries.append($0)
        }
        #expect(isKnown)
        return entries
    }
}
