import TestSupport
import Testing

/// Desks that charge through Stripe, over a network that loses requests and answers, with failures of
/// Stripe's, people in its dashboard and clocks that jump; then a calm in which everything must settle.
@Suite("A payment desk with Stripe in the network's place")
struct StripeSimulationTests {
    @Test(arguments: 0..<60 * TestScale.factor as Range<UInt64>)
    func `settles everything, and Stripe's books say the same`(seed: UInt64) async throws {
        #expect(try await StripeSimulation(seed: seed).run() == nil)
    }

    @Test(arguments: SimulatedStripe.Bug.allCases)
    func `finds a planted bug`(bug: SimulatedStripe.Bug) async throws {
        for seed in 0..<200 as Range<UInt64> {
            if try await StripeSimulation(seed: seed, bug: bug).run() != nil { return }
        }
        Issue.record("\(bug) was not found")
    }
}
