import Payments
import TestSupport
import Testing

/// Two thousand seeds times ``TestScale/factor``, in twenty tests that can run side by side.
@Suite("Payments on a network with faults, and their recovery")
struct PaymentsSimulationTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `all settle in the calm that follows, each at most once`(part: UInt64) {
        let seeds = 100 * TestScale.factor
        for seed in (part * seeds)..<((part + 1) * seeds) {
            var simulation = PaymentsSimulation(seed: seed)
            let fault = simulation.run()
            #expect(fault == nil, "seed \(seed)")
        }
    }

    @Test func `are a function of the seed`() {
        var first = PaymentsSimulation(seed: 42)
        var second = PaymentsSimulation(seed: 42)
        _ = (first.run(), second.run())
        #expect(first.queue.now == second.queue.now)
        #expect(first.operations.map(\.state) == second.operations.map(\.state))
        #expect(!first.operations.isEmpty)
    }

    /// A simulator that never gets to the hard places proves nothing about them.
    @Test func `reach every state, and each operation`() {
        var names: Set<OperationState.Name> = []
        var kinds: Set<OperationKind> = []
        for seed in 0..<300 as Range<UInt64> {
            var simulation = PaymentsSimulation(seed: seed)
            _ = simulation.run()
            names.formUnion(simulation.operations.map(\.state.name))
            kinds.formUnion(simulation.operations.map(\.kind))
        }
        #expect(
            names == [.approved, .completed, .declined, .notSent, .reversed, .voided],
            "\(names)"
        )
        #expect(kinds == [.authorization, .capture, .void, .refund, .reversal])
    }

    @Test(arguments: PaymentsSimulation.Bug.allCases)
    func `break where a bug is planted`(bug: PaymentsSimulation.Bug) {
        let found = (0..<1_000 as Range<UInt64>)
            .contains { seed in
                var simulation = PaymentsSimulation(seed: seed, bug: bug)
                return simulation.run() != nil
            }
        #expect(found)
    }
}
