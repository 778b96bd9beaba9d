import TestSupport
import Testing

/// Sixty seeds times ``TestScale/factor``.
@Suite("Desk, acquirer, switch and issuer together")
struct PaymentSystemSimulationTests {
    /// A simulation that does not reach every fault and every outcome proves nothing about them: the first block
    /// must reach them.
    @Test(arguments: 0..<TestScale.factor)
    func `all settle in the calm after the faults, and no cart is paid twice`(block: UInt64)
        async throws
    {
        var counts: [String: Int] = [:]
        for seed in (block * 60)..<(block * 60 + 60) {
            var simulation = try await PaymentSystemSimulation(seed: seed)
            let fault = try await simulation.run()
            #expect(fault == nil, "seed \(seed)")
            if fault != nil { return }
            counts.merge(simulation.counts) { $0 + $1 }
        }
        for (what, number) in Self.reached where block == 0 {
            #expect(counts[what, default: 0] >= number, "\(what)")
        }
    }

    @Test func `a simulation depends on its seed alone`() async throws {
        var first = try await PaymentSystemSimulation(seed: 42)
        var second = try await PaymentSystemSimulation(seed: 42)
        #expect(try await first.run() == second.run())
        #expect(first.log == second.log && first.counts == second.counts)
        #expect(!first.log.isEmpty)
    }

    /// How often each fault and each outcome must come up in sixty seeds.
    private static let reached = [
        "lost messages": 150, "doubled messages": 150, "disk failures": 80,
        "failures of the network's disk": 40, "late answers": 1, "lost answers to customers": 3,
        "crashes": 40, "jumps": 30, "silent connections": 10,
        "authorization approved": 30, "authorization declined": 1, "authorization notSent": 10,
        "authorization reversed": 30, "authorization voided": 3, "capture completed": 30,
        "refund completed": 3, "void completed": 3, "reversal completed": 30,
        "release completed": 3,
        "ordered": 50, "being settled": 20, "already paid": 3, "the database failed": 3,
    ]

    @Test(arguments: PlantedBug.allCases)
    func `a planted bug is found`(bug: PlantedBug) async throws {
        for seed in 0..<200 as Range<UInt64> {
            var simulation = try await PaymentSystemSimulation(seed: seed, bug: bug)
            if try await simulation.run() != nil { return }
        }
        Issue.record("\(bug) is not found")
    }
}
