import Charging
import Storage
import Testing

@Suite("Charging once")
struct ChargingSimulationTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `holds on a network that loses, doubles and delays, and through a crash`(
        seed: UInt64
    ) throws {
        var simulation = try ChargingSimulation(seed: seed)
        #expect(try simulation.run() == nil)
    }

    @Test func `is a function of its seed`() throws {
        var first = try ChargingSimulation(seed: 42)
        var second = try ChargingSimulation(seed: 42)
        _ = (try first.run(), try second.run())
        #expect(first.queue.now == second.queue.now)
        #expect(first.trace == second.trace)
        #expect(!first.trace.isEmpty)
    }

    /// A simulator that never gets to the hard places proves nothing about them.
    @Test func `reaches every outcome`() throws {
        var ends: Set<OperationState.Name> = []
        for seed in 0..<60 as Range<UInt64> {
            var simulation = try ChargingSimulation(seed: seed)
            _ = try simulation.run()
            for operation in simulation.operations {
                let state = try simulation.database.read { snapshot throws(ChargeFailure) in
                    try simulation.store.operation(operation.id, in: snapshot).state
                }
                ends.insert(state.name)
            }
        }
        #expect(ends.isSuperset(of: [.sent, .approved, .declined, .unknown, .notSent]))
    }

    /// Nor does one that cannot find a planted bug.
    @Test func `finds the bug when the processor ignores keys`() throws {
        let found = try (0..<30 as Range<UInt64>)
            .contains { seed in
                var simulation = try ChargingSimulation(seed: seed)
                simulation.processor.honoursKeys = false
                return try simulation.run() != nil
            }
        #expect(found)
    }
}
