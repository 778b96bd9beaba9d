import Testing

/// Desks that charge through a platform, over a network that loses requests and answers, with failures of
/// the platform's, people in its dashboard and clocks that jump; then a calm in which everything must settle.
@Suite("A payment desk with a platform in the network's place")
struct PlatformSimulationTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func `settles everything, and Stripe's books say the same`(seed: UInt64) async throws {
        #expect(try await PlatformSimulation(of: SimulatedStripe.self, seed: seed).run() == nil)
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `settles everything, and Checkout.com's books say the same`(seed: UInt64) async throws {
        #expect(try await PlatformSimulation(of: SimulatedCheckout.self, seed: seed).run() == nil)
    }

    @Test(arguments: SimulatedBug.allCases)
    func `finds a planted bug`(bug: SimulatedBug) async throws {
        for seed in 0..<400 as Range<UInt64> {
            let found = try await PlatformSimulation(of: SimulatedStripe.self, seed: seed, bug: bug)
                .run()
            if found != nil { return }
        }
        Issue.record("\(bug) was not found")
    }

    @Test(arguments: SimulatedBug.allCases)
    func `finds a planted bug at Checkout.com`(bug: SimulatedBug) async throws {
        for seed in 0..<400 as Range<UInt64> {
            let found =
                try await PlatformSimulation(of: SimulatedCheckout.self, seed: seed, bug: bug).run()
            if found != nil { return }
        }
        Issue.record("\(bug) was not found")
    }
}
