import CardNetwork
import TestSandbox
import TestSupport
import Testing

@Suite("The ledger")
struct LedgerSimulationTests {
    /// The time of a simulation grows with the square of this.
    private static let authorizations = Int(10_000 * TestScale.factor)

    @Test(arguments: [UInt64(1), 2])
    func `balances to zero through random transactions with faults`(seed: UInt64) async throws {
        let bench = try SandboxBench(seed: seed)
        let accounts = try LedgerSimulation.cards.map {
            try bench.sandbox.issueAccount(for: $0, availableMinorUnits: LedgerSimulation.limit)
        }
        var simulation = LedgerSimulation(seed: seed, bench.network, bench.clock, accounts)
        while simulation.counts["authorizations", default: 0] < Self.authorizations {
            try await simulation.step()
        }
        try await simulation.finish()
        #expect(simulation.faults.prefix(5).isEmpty)
        for kind in [
            "late originals", "lost answers", "captures", "reversed captures", "refunds",
            "reversed refunds", "voids", "excesses", "repeats",
        ] {
            #expect(simulation.counts[kind, default: 0] > Self.authorizations / 1_000, "\(kind)")
        }
        let sheet = try await bench.network.balanceSheet()
        for currency in LedgerSimulation.currencies {
            #expect(sheet.values.reduce(0) { $0 + ($1[currency] ?? 0) } == 0)
            func sum(_ name: String) -> Int64 {
                sheet.filter { $0.key.hasPrefix(name) }
                    .reduce(0) { $0 + ($1.value[currency] ?? 0) }
            }
            let own = simulation.expected.filter { $0.key.hasSuffix(currency) }.values
            #expect(sum("held:") == 0, "every approval is captured or released")
            #expect(sum("stand-in:") == 0)
            #expect(sum("owed:") == own.reduce(0) { $0 + $1.owed })
            #expect(sum("available:") == own.reduce(0) { $0 + $1.available })
            #expect(sum("merchant:") + sum("fees") == sum("owed:"), "nobody pays twice")
        }
    }
}
