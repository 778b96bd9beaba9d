import PaymentSheet
import Testing

@Suite("A simulated payment sheet")
struct PaymentSheetSimulationTests {
    /// Ten thousand seeds.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func `keeps its rules for any shopper and app`(part: UInt64) throws {
        for seed in part * 500..<(part + 1) * 500 {
            var simulation = try PaymentSheetSimulation(seed: seed)
            let broken = simulation.run()
            #expect(broken == nil, "seed \(seed)")
            if broken != nil { return }
        }
    }

    @Test(arguments: [42, 4_711, 9_999] as [UInt64])
    func `is a function of its seed`(seed: UInt64) throws {
        var first = try PaymentSheetSimulation(seed: seed)
        var second = try PaymentSheetSimulation(seed: seed)
        _ = (first.run(), second.run())
        #expect(first.transcript == second.transcript)
        #expect(!first.transcript.isEmpty)
    }

    @Test func `reaches every ending`() throws {
        var (asked, paid, unresolved, lockedOut) = (0, 0, 0, 0)
        var (endings, reports): (Set<String>, Set<String>) = ([], [])
        for seed in 0..<400 as Range<UInt64> {
            var simulation = try PaymentSheetSimulation(seed: seed)
            _ = simulation.run()
            asked += simulation.checker.asked
            paid += simulation.checker.paid
            unresolved += simulation.checker.unresolved
            lockedOut += simulation.checker.lockedOut.count
            for report in simulation.checker.reports { reports.insert(Self.word(of: "\(report)")) }
            switch simulation.checker.outcome {
            case .notPaid(let ending), .unresolved(_, let ending):
                endings.insert(String("\(ending)".prefix { $0 != "(" }))
            case .paid, nil: break
            }
        }
        #expect(asked > 1_200 && paid > 80 && unresolved > 10 && lockedOut > 5)
        #expect(
            endings.sorted()
                == ["answerOverdue", "cancelled", "invalidUpdate", "merchantSessionRefused"]
        )
        #expect(reports.isSuperset(of: ["twice", "gone", "another", "called", "closed"]))
    }

    /// The keyword of a report.
    private static func word(of report: String) -> String {
        let words = ["twice", "gone", "another", "never called", "closed", "handed over"]
        let found = words.first { report.contains($0) } ?? report
        return String(found.split(separator: " ").last ?? "")
    }

    /// A simulation that cannot find a planted bug proves nothing about the others.
    @Test(arguments: PaymentSheetSimulation.Bug.allCases)
    func `finds a planted bug`(bug: PaymentSheetSimulation.Bug) throws {
        var found = false
        for seed in 0..<400 as Range<UInt64> where !found {
            var simulation = try PaymentSheetSimulation(seed: seed, bug: bug)
            found = simulation.run()?.contains(bug.rawValue) == true
        }
        #expect(found)
    }
}
