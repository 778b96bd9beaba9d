import Storage
import Testing
import World

@testable import Payments

@Suite("Servers on the same records", .onEachDatabase)
struct ServingWorkersTests {
    private let bench = ChargingBench()

    private func server(_ database: Database, _ clock: SimulatedClock) -> ServingWorkers {
        let world = bench.world.with(clock: clock)
        let records = DeskRecords(database: database, world: world)
        return ServingWorkers(records, own: WorkerID(drawnFrom: world.randomness))
    }

    private func open() async throws -> Database {
        try await bench.open([AuditLog.migrations, IdempotencyTables.migrations])
    }

    @Test func `are there for each other, however much their clocks differ`() async throws {
        let database = try await open()
        let late = SimulatedClock(startingAt: try #require(bench.clock.now.advanced(bySeconds: 99)))
        let servers = [server(database, bench.clock), server(database, late)]
        for _ in 0..<9 {
            for server in servers { #expect(try await server.renew() == 0) }
            for clock in [bench.clock, late] { clock.advance(bySeconds: 2) }
        }
    }

    @Test func `are gone after a silence of ten seconds, and not before`() async throws {
        let database = try await open()
        let (silent, other) = (server(database, bench.clock), server(database, bench.clock))
        try await silent.renew()
        for count in [0, 0, 0, 0, 0, 1, 0] {
            #expect(try await other.renew() == count)
            bench.clock.advance(bySeconds: 2)
        }
        // One that was only slow is there again.
        #expect(try await silent.renew() == 0)
        #expect(try await other.renew() == 0)
    }

    @Test(arguments: [60, -60] as [Int64])
    func `are not gone because none could look, or a clock was changed`(
        seconds: Int64
    ) async throws {
        let database = try await open()
        let (silent, other) = (server(database, bench.clock), server(database, bench.clock))
        try await silent.renew()
        #expect(try await other.renew() == 0)
        bench.clock.advance(bySeconds: seconds)
        for count in [0, 0, 0, 0, 0, 1] {
            #expect(try await other.renew() == count)
            bench.clock.advance(bySeconds: 2)
        }
    }
}
