import MerchantAPI
import Storage
import Testing

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
        let entries = try await fixture.database.read { snapshot throws(StorageFailure) in
            try AuditLog.newest(10, in: snapshot)
        }
        #expect(entries.map(\.subject) == [entry.identifier])
        await fixture.stop()
    }
}
