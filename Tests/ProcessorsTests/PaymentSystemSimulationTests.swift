import Foundation
import Testing

/// `QUINCE_SIMULATION_SEEDS=10000` runs ten thousand seeds.
@Suite("Desk, acquirer, switch and issuer together")
struct PaymentSystemSimulationTests {
    private static let parts: UInt64 = 20

    private static var seeds: UInt64 {
        let asked = ProcessInfo.processInfo.environment["QUINCE_SIMULATION_SEEDS"]
        return asked.flatMap(UInt64.init) ?? 300
    }

    /// Each part has every twentieth seed, so that the parts can run side by side.
    @Test(arguments: 0..<parts)
    func `all settle in the calm after the faults, and no cart is paid twice`(part: UInt64)
        async throws
    {
        for seed in stride(from: part, to: Self.seeds, by: Int(Self.parts)) {
            var simulation = try await PaymentSystemSimulation(seed: seed)
            let fault = try await simulation.run()
            #expect(fault == nil, "seed \(seed)")
            if fault != nil { return }
        }
    }

    @Test func `a simulation depends on its seed alone`() async throws {
        var first = try await PaymentSystemSimulation(seed: 42)
        var second = try await PaymentSystemSimulation(seed: 42)
        #expect(try await first.run() == second.run())
        #expect(first.log == second.log && first.counts == second.counts)
        #expect(!first.log.isEmpty)
    }

    /// How often each fault and each outcome must come up in 60 seeds. A simulation that does not reach
    /// the hard places proves nothing about them.
    private static let reached = [
        "lost messages": 150, "doubled messages": 150, "disk failures": 80,
        "failures of the network's disk": 40, "late answers": 1, "lost answers to customers": 3,
        "crashes": 40, "jumps": 30, "silent connections": 10,
        "authorization approved": 30, "authorization declined": 1, "authorization notSent": 10,
        "authorization reversed": 30, "authorization voided": 3, "capture completed": 30,
        "refund completed": 3, "void completed": 3, "reversal completed": 30,
        "ordered": 50, "being settled": 20, "already paid": 3, "the database failed": 3,
    ]

    @Test func `the simulation reaches every fault and every outcome`() async throws {
        var counts: [String: Int] = [:]
        for seed in 0..<60 as Range<UInt64> {
            var simulation = try await PaymentSystemSimulation(seed: seed)
            #expect(try await simulation.run() == nil)
            counts.merge(simulation.counts) { $0 + $1 }
        }
        for (what, number) in Self.reached {
            #expect(counts[what, default: 0] >= number, "\(what)")
        }
    }

    @Test(arguments: PlantedBug.allCases)
    func `a planted bug is found`(bug: PlantedBug) async throws {
        for seed in 0..<200 as Range<UInt64> {
            var simulation = try await PaymentSystemSimulation(seed: seed, bug: bug)
            if try await simulation.run() != nil { return }
        }
        Issue.record("\(bug) is not found")
    }
}
