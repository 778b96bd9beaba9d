import SandboxServer
import Storage
import TestSupport
import Testing
import World

@Suite("The clock of a sandbox")
struct VirtualClockTests {
    private let machine = SimulatedClock(startingAt: UnixTime(seconds: 1_772_323_199))

    private func clock(_ folder: ScratchFolder) async throws -> (VirtualClock, Database) {
        let database = try await Database(
            path: folder.path("clock.sqlite"),
            migrations: [VirtualClock.migrations]
        )
        return (try await VirtualClock(database, machine: machine), database)
    }

    @Test func `is moved by the sum of two moves whose answers come in another order`() async throws
    {
        let folder = ScratchFolder()
        let (_, database) = try await clock(folder)
        // The first writer is answered last, although it was committed first.
        let writers = AwaitableValue((begun: 0, done: 0))
        let engine = InterposedEngine(database) { engine, access, work in
            let failure = await engine.perform(access, work)
            guard access == .writing else { return failure }
            let number = writers.change { count in
                count.begun += 1
                return count.begun
            }
            if number == 1 { await writers.wait { $0.done == 1 } }
            return failure
        }
        let clock = try await VirtualClock(Database(engine), machine: machine)
        let first = Task { try await clock.advance(bySeconds: 5) }
        await writers.wait { $0.begun == 1 }
        let second = try await clock.advance(bySeconds: 20)
        writers.change { $0.done = 1 }
        #expect(try await first.value == machine.now.advanced(bySeconds: 5))
        #expect(second == machine.now.advanced(bySeconds: 25))
        #expect(clock.offsetSeconds == 25)
        await database.close()
    }

    @Test func `is moved by the sum of all moves, however many are made at once`() async throws {
        let folder = ScratchFolder()
        let (clock, database) = try await clock(folder)
        let shown = try await withThrowingTaskGroup(of: UnixTime.self) { group in
            for number in 1...50 {
                group.addTask { try await clock.advance(bySeconds: Int64(number)) }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(clock.offsetSeconds == 50 * 51 / 2)
        #expect(shown.count == 50 && shown.max() == clock.now, "each sees its own move")
        await database.close()
        #expect(try await self.clock(folder).0.offsetSeconds == 50 * 51 / 2)
    }

    @Test func `shows the time to which it is set, whatever else moves it`() async throws {
        let folder = ScratchFolder()
        let (clock, database) = try await clock(folder)
        let time = UnixTime(seconds: 2_000_000_000)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { _ = try await clock.advance(bySeconds: 7) }
                group.addTask {
                    let shown = try await clock.set(to: time)
                    #expect(shown == time)
                }
            }
            try await group.waitForAll()
        }
        #expect((clock.now.seconds - time.seconds) % 7 == 0)
        #expect((0...140).contains(clock.now.seconds - time.seconds))
        await database.close()
    }

    @Test func `stays where it is if the move cannot be written`() async throws {
        let folder = ScratchFolder()
        let (clock, database) = try await clock(folder)
        try await clock.advance(bySeconds: 5)
        await database.close()
        await #expect(throws: (any Error).self) { try await clock.advance(bySeconds: 5) }
        #expect(clock.offsetSeconds == 5)
    }
}
