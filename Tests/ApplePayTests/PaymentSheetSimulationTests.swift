import Testing

@Suite("A simulated payment sheet")
struct PaymentSheetSimulationTests {
    @Test(arguments: 0..<10 as Range<UInt64>)
    func `keeps its rules whatever shoppers and apps do`(hundreds: UInt64) throws {
        for seed in hundreds * 200..<(hundreds + 1) * 200 {
            var simulation = try PaymentSheetSimulation(seed: seed)
            let broken = simulation.run()
            #expect(broken == nil, "seed \(seed)")
        }
    }

    @Test func `is a function of its seed`() throws {
        var first = try PaymentSheetSimulation(seed: 42)
        var second = try PaymentSheetSimulation(seed: 42)
        _ = (first.run(), second.run())
        #expect(first.transcript == second.transcript)
        #expect(!first.transcript.isEmpty)
    }

    @Test func `reaches the ends that matter`() throws {
        var (asked, paid, unresolved) = (0, 0, 0)
        for seed in 0..<200 as Range<UInt64> {
            var simulation = try PaymentSheetSimulation(seed: seed)
            _ = simulation.run()
            asked += simulation.witness.asked
            paid += simulation.witness.paid
            unresolved += simulation.witness.unresolved
        }
        #expect(asked > 600 && paid > 40 && unresolved > 5)
    }

    /// A simulation that cannot find a planted bug proves nothing about the others.
    @Test(arguments: PaymentSheetSimulation.Bug.allCases)
    func `finds a planted bug`(bug: PaymentSheetSimulation.Bug) throws {
        var found = false
        for seed in 0..<200 as Range<UInt64> where !found {
            var simulation = try PaymentSheetSimulation(seed: seed, bug: bug)
            found = simulation.run()?.contains(bug.rawValue) == true
        }
        #expect(found)
    }
}
