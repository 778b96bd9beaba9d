import Bytes
import Foundation
import PaymentToken
import Payments
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

@Suite(
    "Claims on PostgreSQL",
    .enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence))
)
struct ClaimPostgreSQLTests {
    let bench = ClaimBench()
    let server: PostgreSQLServer
    let connectionString: String

    init() throws {
        server = try PostgreSQLServer.shared()
        connectionString = server.newDatabase()
    }

    func store(_ retention: ClaimRetention = .long) async throws -> DatabaseClaimStore {
        try await Self.store(on: connectionString, retention, clock: bench.clock)
    }

    static func store(
        on connectionString: String,
        _ retention: ClaimRetention = .long,
        limits: PostgreSQLLimits = .standard,
        clock: any WallClock
    ) async throws -> DatabaseClaimStore {
        let address = try PostgreSQLAddress(Secret(copying: Array(connectionString.utf8)))
        let database = try await Database(
            address,
            migrations: [AcceptedTokens.migrations],
            limits: limits
        )
        return DatabaseClaimStore(database: database, retention: retention, clock: clock)
    }

    func ask(_ query: String) -> String { server.sql(query, in: connectionString) }

    @Test func `are the first, the same order's again, or another's, on any server`() async throws {
        let (here, there) = (try await store(), try await store())
        let token = try bench.token(1)
        let (order, other) = (OrderReference("cart 1"), OrderReference("cart 2"))
        #expect(try await here.claim(token, for: order) == .first)
        #expect(try await there.claim(token, for: order) == .again)
        #expect(try await there.claim(token, for: other) == .takenByAnotherOrder)
        #expect(ask("SELECT count(*) FROM accepted_token") == "1\n")
    }

    @Test func `belong to one order, for any characters in its reference`() async throws {
        let tokens = try ClaimBench.hostile.indices.map { try bench.token($0) }
        try await ClaimBench.expectHostileReferencesKept(by: store(), tokens: tokens)
        #expect(ask("SELECT count(*) FROM accepted_token") == "\(tokens.count)\n")
    }

    @Test(arguments: ["read committed", "repeatable read", "serializable"])
    func `have one winner in a race of two servers`(isolation: String) async throws {
        let name = try #require(connectionString.split(separator: "=").last)
        server.sql("ALTER DATABASE \(name) SET default_transaction_isolation = '\(isolation)'")
        let stores = [try await store(), try await store()]
        for round in 0..<5 {
            let claims = try await ClaimBench.race(for: bench.token(round), in: stores)
            #expect(claims.count { $0 == .first } == 1)
            #expect(claims.count { $0 == .takenByAnotherOrder } == 49)
        }
        #expect(ask("SHOW default_transaction_isolation") == isolation + "\n")
        #expect(ask("SELECT count(*) FROM accepted_token") == "5\n")
    }

    @Test func `contain no customer data`() async throws {
        let name = "jane.doe@example.com"
        _ = try await store().claim(bench.token(1), for: OrderReference("cart of \(name)"))
        let row = ask("SELECT encode(order_digest, 'escape'), * FROM accepted_token")
        #expect(!row.isEmpty && !row.contains("jane"))
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
                ask("SELECT accepted_at FROM accepted_token ORDER BY 1").split(separator: "\n")
                    .compactMap { Int64($0) }
            }
        )
    }

    // MARK: Two processes

    static let claimsEach = 300
    static let placeVariable = "QUINCE_TEST_RACE"
    static let serverVariable = "QUINCE_TEST_RACE_SERVER"

    @Test func `have one winner in a race of two processes`() async throws {
        _ = try await store()
        let folder = ScratchFolder()
        let racers = try ["a", "b"].map { try racer(folder.path($0)) }
        for name in ["a", "b"] { #expect(appears(folder.path(name + ".ready"))) }
        for name in ["a", "b"] { try Data().write(to: folder.url.appending(path: name + ".go")) }
        for racer in racers {
            racer.waitUntilExit()
            #expect(racer.terminationStatus == 0)
        }
        let won = try ["a", "b"].map { name in
            try String(contentsOf: folder.url.appending(path: name), encoding: .utf8).split(
                separator: "\n"
            )
        }
        #expect(won.allSatisfy { $0.count == Self.claimsEach })
        for (one, two) in zip(won[0], won[1]) {
            #expect(Set([one, two]) == ["first", "takenByAnotherOrder"])
        }
        #expect(ask("SELECT count(*) FROM accepted_token") == "\(Self.claimsEach)\n")
    }

    /// Runs the test below, and nothing else, in another process of this program.
    func racer(_ place: String) throws -> Process {
        let process = Process.test(
            "ClaimRacerTests",
            [Self.placeVariable: place, Self.serverVariable: connectionString]
        )
        try process.start()
        return process
    }

    func appears(_ path: String) -> Bool {
        for _ in 0..<1_000 {
            if FileManager.default.fileExists(atPath: path) { return true }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return false
    }
}

/// Runs only as the child of the test above: it claims what another process claims too.
@Suite("Two programs at the same time")
struct ClaimRacerTests {
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[ClaimPostgreSQLTests.placeVariable] != nil,
            "only as the child of another test"
        )
    )
    func `claims as fast as it can`() async throws {
        let environment = ProcessInfo.processInfo.environment
        let place = try #require(environment[ClaimPostgreSQLTests.placeVariable])
        let server = try #require(environment[ClaimPostgreSQLTests.serverVariable])
        let bench = ClaimBench()
        let store = try await ClaimPostgreSQLTests.store(on: server, clock: bench.clock)
        try Data().write(to: URL(filePath: place + ".ready"))
        while !FileManager.default.fileExists(atPath: place + ".go") {
            try await Task.sleep(for: .milliseconds(1))
        }
        var outcomes = ""
        for number in 0..<ClaimPostgreSQLTests.claimsEach {
            let claim = try await store.claim(bench.token(number), for: OrderReference(place))
            outcomes += "\(claim)\n"
        }
        try Data(outcomes.utf8).write(to: URL(filePath: place))
    }
}
