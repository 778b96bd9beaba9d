import Charging
import SQLite
import Storage
import Testing

@Suite("Charging once")
struct ChargingSimulationTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `holds on a network that loses, doubles and delays, and through a crash`(
        seed: UInt64
    ) async throws {
        var simulation = try await ChargingSimulation(seed: seed)
        #expect(try await simulation.run() == nil)
    }

    @Test func `is a function of its seed`() async throws {
        var first = try await ChargingSimulation(seed: 42)
        var second = try await ChargingSimulation(seed: 42)
        _ = (try await first.run(), try await second.run())
        #expect(first.queue.now == second.queue.now)
        #expect(first.trace == second.trace)
        #expect(!first.trace.isEmpty)
    }

    /// A simulator that never gets to the hard places proves nothing about them.
    @Test func `reaches every outcome`() async throws {
        var ends: Set<OperationState.Name> = []
        for seed in 0..<60 as Range<UInt64> {
            var simulation = try await ChargingSimulation(seed: seed)
            _ = try await simulation.run()
            for operation in simulation.operations {
                let state = try await simulation.database.read {
                    [store = simulation.store] snapshot throws(ChargeFailure) in
                    try store.operation(operation.id, in: snapshot).state
                }
                ends.insert(state.name)
            }
        }
        #expect(ends.isSuperset(of: [.sent, .approved, .declined, .unknown, .notSent]))
    }

    /// Nor does one that cannot find a planted bug.
    @Test func `finds the bug when the processor ignores keys`() async throws {
        var found = false
        for seed in 0..<30 as Range<UInt64> where !found {
            var simulation = try await ChargingSimulation(seed: seed)
            simulation.processor.honoursKeys = false
            found = try await simulation.run() != nil
        }
        #expect(found)
    }
}
