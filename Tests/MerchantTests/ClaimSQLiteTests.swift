import Foundation
import PaymentToken
import Payments
import Storage
import TestSupport
import Testing
import World

@Suite("Claims in a file")
struct ClaimSQLiteTests {
    let bench = ClaimBench()
    let folder = ScratchFolder()

    func open() async throws(DatabaseRefusal) -> Database {
        try await Database(path: folder.path("claims.db"), migrations: [AcceptedTokens.migrations])
    }

    func store(_ retention: ClaimRetention = .long) async throws -> DatabaseClaimStore {
        DatabaseClaimStore(database: try await open(), retention: retention, clock: bench.clock)
    }

    @Test func `are the first, the same order's again, or another's, after a restart too`()
        async throws
    {
        let token = try bench.token(1)
        let (order, other) = (OrderReference("cart 1"), OrderReference("cart 2"))
        #expect(try await store().claim(token, for: order) == .first)
        #expect(try await store().claim(token, for: order) == .again)
        #expect(try await store().claim(token, for: other) == .takenByAnotherOrder)
    }

    @Test func `belong to one order, for any characters in its reference`() async throws {
        let tokens = try ClaimBench.hostile.indices.map { try bench.token($0) }
        try await ClaimBench.expectHostileReferencesKept(by: store(), tokens: tokens)
    }

    @Test func `have one winner in a race of two servers`() async throws {
        let claims = try await ClaimBench.race(for: bench.token(1), in: [store(), store()])
        #expect(claims.count { $0 == .first } == 1)
        #expect(claims.count { $0 == .takenByAnotherOrder } == 49)
    }

    @Test func `contain no customer data`() async throws {
        let name = "jane.doe@example.com"
        let store = try await store()
        _ = try await store.claim(bench.token(1), for: OrderReference("cart of \(name)"))
        var read = 0
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
            let data = try Data(contentsOf: folder.url.appending(path: file))
            #expect(data.range(of: Data(name.utf8)) == nil, "\(file)")
            if data.range(of: Data(try bench.token(1).transactionID.bytes)) != nil { read += 1 }
        }
        #expect(read > 0, "the search would have found something")
    }

    /// A claim that is removed at a later time must not be accepted by an earlier one.
    @Test func `are not forgotten by a clock that jumps forward and back`() async throws {
        let store = try await store()
        let token = try bench.token(1)
        let (order, other) = (OrderReference("cart 1"), OrderReference("cart 2"))
        #expect(try await store.claim(token, for: order) == .first)
        bench.clock.advance(bySeconds: 10_000_000)
        #expect(try await store.prune() == 1)
        bench.clock.advance(bySeconds: -10_000_000)
        let refusal = await #expect(throws: ClaimFailure.self) {
            try await store.claim(token, for: other)
        }
        guard case .notFresh = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
    }

    @Test func `are made as before where nothing was removed while the clock was wrong`()
        async throws
    {
        let store = try await store()
        bench.clock.advance(bySeconds: 10_000_000)
        #expect(try await store.prune() == 0)
        bench.clock.advance(bySeconds: -10_000_000)
        #expect(try await store.claim(bench.token(1), for: OrderReference("cart 1")) == .first)
    }

    @Test func `are not stored for a token beyond the future limit of a verifier`()
        async throws
    {
        try await bench.expectFutureRefused(by: store())
    }

    @Test(arguments: ClaimAge.all)
    func `are pruned when no verifier accepts the token any more, and not before`(
        age: ClaimAge
    ) async throws {
        let store = try await store(age.retention)
        try await bench.expect(age, of: store) { try await store.prune() }
    }

    @Test func `are pruned some at a time, the oldest first`() async throws {
        let store = try await store()
        try await bench.expectOldestRemovedFirst(
            from: store,
            pruning: { try await store.prune(atMost: $0) },
            left: {
                try await open().read { snapshot throws(StorageFailure) in
                    try snapshot.rows("SELECT accepted_at FROM accepted_token ORDER BY 1")
                        .map { row throws(StorageFailure) in try row.integer("accepted_at") }
                }
            }
        )
    }

    @Test func `report that nothing was claimed when another process holds the file`() async throws
    {
        let database = try await Database(
            path: folder.path("claims.db"),
            migrations: [AcceptedTokens.migrations],
            patience: .seconds(0)
        )
        let store = DatabaseClaimStore(database: database, clock: bench.clock)
        let (token, other) = (try bench.token(1), try await open())
        let failure = LockedValue<ClaimFailure?>(nil)
        let (held, done) = (Gate(), Gate())
        async let holder: Void = Self.hold(other, held, until: done)
        await held.passed()
        do throws(ClaimFailure) {
            _ = try await store.claim(token, for: OrderReference("cart"))
        } catch { failure.withLock { $0 = error } }
        done.open()
        try await holder
        #expect(failure.withLock { $0 } == .notClaimed(.database(.busy)))
        #expect(try await store.claim(token, for: OrderReference("cart")) == .first)
    }

    private static func hold(_ database: Database, _ held: Gate, until done: Gate) async throws {
        try await database.write { transaction throws(StorageFailure) in
            try transaction.execute("DELETE FROM accepted_token")
            held.open()
            // On a thread of its own, while the test goes on.
            while !done.isOpen { Thread.sleep(forTimeInterval: 0.01) }
        }
    }
}
