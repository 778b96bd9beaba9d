import TestSupport
import Testing

/// Desks that charge through a platform, over a network that loses requests and answers, with failures of
/// the platform's, people in its dashboard and clocks that jump; then a calm in which everything must settle.
@Suite("A payment desk with a platform in the network's place")
struct PlatformSimulationTests {
    @Test(arguments: 0..<60 * TestScale.factor as Range<UInt64>)
    func `settles everything, and Stripe's books say the same`(seed: UInt64) async throws {
        let found = try await PlatformSimulation(of: SimulatedStripe.self, seed: seed).run()
        #expect(found == nil)
    }

    @Test(arguments: 0..<60 * TestScale.factor as Range<UInt64>)
    func `settles everything, and Checkout.com's books say the same`(seed: UInt64) async throws {
        let found = try await PlatformSimulation(of: SimulatedCheckout.self, seed: seed).run()
        #expect(found == nil)
    }

    @Test(arguments: 0..<60 * TestScale.factor as Range<UInt64>)
    func `settles everything, and Braintree's books say the same`(seed: UInt64) async throws {
        let found = try await PlatformSimulation(of: SimulatedBraintree.self, seed: seed).run()
        #expect(found == nil)
    }

    @Test(arguments: SimulatedBug.allCases)
    func `finds a planted bug at Stripe`(bug: SimulatedBug) async throws {
        try await expectFinding(bug, at: SimulatedStripe.self)
    }

    @Test(arguments: SimulatedBug.allCases)
    func `finds a planted bug at Checkout.com`(bug: SimulatedBug) async throws {
        try await expectFinding(bug, at: SimulatedCheckout.self)
    }

    @Test(arguments: SimulatedBug.allCases)
    func `finds a planted bug at Braintree`(bug: SimulatedBug) async throws {
        try await expectFinding(bug, at: SimulatedBraintree.self)
    }

    private func expectFinding<Platform: SimulatedPlatform>(
        _ bug: SimulatedBug,
        at platform: Platform.Type
    ) async throws {
        for seed in 0..<200 as Range<UInt64> {
            let simulation = try PlatformSimulation(of: platform, seed: seed, bug: bug)
            if try await simulation.run() != nil { return }
        }
        Issue.record("\(bug) was not found")
    }
}
