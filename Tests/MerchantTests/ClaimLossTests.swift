import Bytes
import Foundation
import PaymentToken
import Payments
import PostgreSQL
import Storage
import TestSupport
import Testing
import World

/// The result of a claim when the server dies, restarts or falls silent, on a server that this
/// suite alone has.
@Suite(
    "A claim whose answer is lost",
    .serialized,
    .enabled(if: PostgreSQLServer.isHere, Comment(rawValue: PostgreSQLServer.absence))
)
struct ClaimLossTests {
    let bench = ClaimBench()
    let server: PostgreSQLServer
    let order = OrderReference("cart 1"), other = OrderReference("cart 2")

    init() throws { server = try PostgreSQLServer() }

    func store(
        connections: Int = 2,
        silenceMilliseconds: Int32 = 900_000
    ) async throws -> DatabaseClaimStore {
        try await ClaimPostgreSQLTests.store(
            on: server.connectionString(),
            limits: PostgreSQLLimits(
                connections: connections,
                statementMilliseconds: 600_000,
                silenceMilliseconds: silenceMilliseconds
            ),
            clock: bench.clock
        )
    }

    /// How the server is stopped just then.
    enum Blow: CaseIterable { case serverKilled, sessionEnded }

    func strike(_ blow: Blow) throws {
        switch blow {
        case .sessionEnded:
            server.sql(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE application_name = 'quince'
                """
            )
        case .serverKilled:
            server.kill()
            // On the command line, so that it counts for more than what the test had set.
            try server.start(["synchronous_standby_names": ""])
        }
    }

    static let waiting = "SELECT wait_event FROM pg_stat_activity WHERE application_name = 'quince'"

    /// Claims, strikes while the server works at it, and says what came of it.
    func outcome(
        of store: DatabaseClaimStore,
        claiming token: ClaimableToken,
        when event: String,
        _ blow: Blow,
        then: () -> Void
    ) async throws -> Result<TokenClaim, ClaimFailure> {
        let claim = Task {
            do throws(ClaimFailure) {
                return Result<TokenClaim, ClaimFailure>.success(
                    try await store.claim(token, for: order)
                )
            } catch {
                return .failure(error)
            }
        }
        let query = Self.waiting + " AND wait_event = '\(event)'"
        #expect(await server.waits(for: event, from: query))
        try strike(blow)
        then()
        return await claim.value
    }

    /// Another session is about to take the token, so that the claim waits to see what it does.
    @Test(arguments: Blow.allCases)
    func `is not made when the server is killed before the commit`(blow: Blow) async throws {
        let store = try await store()
        let token = try bench.token(1)
        let digits = Hexadecimal.encode(token.transactionID.bytes)
        let rival = try server.session(
            """
            BEGIN; INSERT INTO accepted_token VALUES ('\\x\(digits)', 0, '\\x\(digits)');
            SELECT pg_sleep(600)
            """
        )
        let asleep = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        #expect(await server.waits(for: "1", from: asleep))
        let end =
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        let outcome = try await outcome(of: store, claiming: token, when: "transactionid", blow) {
            server.sql(end)
        }
        rival.waitUntilExit()
        switch (blow, outcome) {
        // The claim is made on another session.
        case (.sessionEnded, .success(.first)): break
        // Or on the server that has restarted.
        case (.serverKilled, .success(.first)): break
        case (.serverKilled, .failure(.notClaimed)):
            #expect(try await store.claim(token, for: order) == .first)
        default: Issue.record("\(outcome)")
        }
        #expect(try await store.claim(token, for: order) == .again)
        #expect(try await store.claim(token, for: other) == .takenByAnotherOrder)
    }

    /// The commit is on the disk, and its answer waits for a standby server that does not exist.
    @Test(arguments: Blow.allCases)
    func `is found when the server is killed after the commit`(blow: Blow) async throws {
        let store = try await store()
        let token = try bench.token(1)
        server.sql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        server.sql("SELECT pg_reload_conf()")
        #expect(await server.waits(for: "nobody", from: "SHOW synchronous_standby_names"))
        let outcome = try await outcome(of: store, claiming: token, when: "SyncRep", blow) {
            server.sql("ALTER SYSTEM RESET synchronous_standby_names")
            server.sql("SELECT pg_reload_conf()")
        }
        #expect(outcome == .success(.first))
        #expect(try await store.claim(token, for: order) == .again)
        #expect(try await store.claim(token, for: other) == .takenByAnotherOrder)
        #expect(server.sql("SELECT count(*) FROM accepted_token") == "1\n")
    }

    @Test func `is not lost when the server was restarted in between`() async throws {
        let store = try await store()
        #expect(try await store.claim(bench.token(1), for: order) == .first)
        server.stop()
        await #expect(throws: ClaimFailure.notClaimed(.database(.unreachable))) {
            try await store.claim(bench.token(2), for: order)
        }
        try server.start()
        #expect(try await store.claim(bench.token(2), for: order) == .first)
        #expect(try await store.claim(bench.token(1), for: other) == .takenByAnotherOrder)
        server.kill()
        try server.start()
        #expect(try await store.claim(bench.token(1), for: order) == .again)
    }

    /// A session that hangs, or a network that swallows everything.
    @Test func `is made on another session when one is silent`() async throws {
        let store = try await store(connections: 1, silenceMilliseconds: 300)
        let token = try bench.token(1)
        #expect(try await store.claim(token, for: order) == .first)
        let pids = server.sql(
            "SELECT pid FROM pg_stat_activity WHERE application_name = 'quince'"
        ).split(separator: "\n").compactMap { pid_t($0) }
        #expect(!pids.isEmpty)
        for pid in pids { kill(pid, SIGSTOP) }
        #expect(try await store.claim(bench.token(2), for: order) == .first)
        for pid in pids { kill(pid, SIGCONT) }
        #expect(try await store.claim(bench.token(2), for: order) == .again)
        #expect(try await store.claim(token, for: other) == .takenByAnotherOrder)
    }

    /// Twelve claim at once while the server is killed, at one moment after another. On a fast machine few
    /// moments are between the first answer and the last, so it goes on until one of them was met.
    @Test func `is there or not, and never twice`() async throws {
        let store = try await store()
        var (answered, rounds) = ((first: 0, lost: 0), 0)
        let waits = [0, 10, 30, 60] + (0..<32).map { $0 % 16 }
        for (round, wait) in waits.enumerated() {
            if round >= 4, answered.first > 0, answered.lost > 0 { break }
            rounds += 1
            let tokens = try (0..<12).map { try bench.token(100 * round + $0) }
            let claims = await withTaskGroup(
                of: (Int, Result<TokenClaim, ClaimFailure>).self
            ) { group in
                for (number, token) in tokens.enumerated() {
                    group.addTask {
                        do throws(ClaimFailure) {
                            return (number, .success(try await store.claim(token, for: order)))
                        } catch { return (number, .failure(error)) }
                    }
                }
                try? await Task.sleep(for: .milliseconds(wait))
                server.kill()
                try? server.start()
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (number, claim) in claims {
                let again = try await store.claim(tokens[number], for: order)
                switch claim {
                case .success(let claim):
                    #expect(claim == .first && again == .again)
                    answered.first += 1
                case .failure(.outcomeUnknown): #expect(again == .first || again == .again)
                case .failure: #expect(again == .first)
                }
                if case .failure = claim { answered.lost += 1 }
                let taken = try await store.claim(tokens[number], for: other)
                #expect(taken == .takenByAnotherOrder)
            }
        }
        #expect(answered.first > 0 && answered.lost > 0, "\(answered)")
        #expect(server.sql("SELECT count(*) FROM accepted_token") == "\(12 * rounds)\n")
    }
}
