import CardMessages
import ISO8583
import Payments
import TestSupport
import Testing
import World

@testable import Processors

@Suite("An acquirer's connection on a faulty network")
struct AcquirerSimulationTests {
    private typealias Action = AcquirerConnection.Action

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `every request ends once, truthfully and in time`(block: UInt64) {
        let seeds = 10 * TestScale.factor
        for seed in (block * seeds)..<((block + 1) * seeds) {
            var simulation = AcquirerSimulation(seed: seed)
            let broken = simulation.run()
            #expect(broken == nil, "seed \(seed)")
            if broken != nil { return }
        }
    }

    @Test func `the simulation reaches every outcome, and late answers`() {
        var outcomes: [String: Int] = [:]
        var lateAnswers = 0
        for seed in 0..<50 as Range<UInt64> {
            var simulation = AcquirerSimulation(seed: seed)
            _ = simulation.run()
            outcomes.merge(simulation.outcomes) { $0 + $1 }
            lateAnswers += simulation.lateAnswers
        }
        for outcome in ["answered", "not sent", "unknown"] {
            #expect(outcomes[outcome, default: 0] > 150, "\(outcome): \(outcomes)")
        }
        #expect(lateAnswers > 50)
    }

    /// Each is a change of what the machine does, or of what it is told.
    static let bugs: [(String, AcquirerSimulation.Bug)] = [
        (
            "a timeout is called not sent",
            { actions, _ in
                actions = actions.map { action in
                    if case .finish(let number, .failed(.outcomeUnknown(.timedOut))) = action {
                        return .finish(number, .failed(.notSent(.unreachable)))
                    }
                    return action
                }
            }
        ),
        (
            "a lost connection is called not sent",
            { actions, _ in
                actions = actions.map { action in
                    if case .finish(let number, .failed(.outcomeUnknown(.connectionLost))) = action
                    {
                        return .finish(number, .failed(.notSent(.unreachable)))
                    }
                    return action
                }
            }
        ),
        (
            "the sign-on is not waited for",
            { actions, events in
                for case .sendManagement(let number, .signOn, let trace) in actions {
                    let answer = ISO8583Message(
                        .networkManagementRequest,
                        texts: [11: "\(trace)", 39: "00", 70: "001"]
                    )
                    guard let type = answer.type.response else { continue }
                    events.append(
                        .received(number, ISO8583Message(type, fields: answer.fields))
                    )
                }
            }
        ),
        (
            "the connection is not opened again",
            { actions, _ in
                actions.removeAll { if case .open(let number) = $0 { number > 1 } else { false } }
            }
        ),
        (
            "an echo is not sent",
            { actions, _ in
                actions.removeAll {
                    if case .sendManagement(_, .echo, _) = $0 { true } else { false }
                }
            }
        ),
        (
            "a connection is not closed before the next",
            { actions, _ in
                actions.removeAll { if case .close = $0 { true } else { false } }
            }
        ),
        (
            "a late answer ends its request again",
            { actions, _ in
                for case .report(.lateAnswer) in actions {
                    actions.append(.finish(1, .failed(.outcomeUnknown(.timedOut))))
                }
            }
        ),
        (
            "an answer goes to another request",
            { actions, _ in
                actions = actions.map { action in
                    if case .finish(let number, .answered(let answer)) = action, number > 1 {
                        return .finish(number - 1, .answered(answer))
                    }
                    return action
                }
            }
        ),
        (
            "a cancelled request does not end",
            { actions, _ in
                actions.removeAll {
                    if case .finish(_, .failed(.outcomeUnknown(.cancelled))) = $0 {
                        true
                    } else {
                        false
                    }
                }
            }
        ),
        (
            "the time limits are not looked at",
            { actions, _ in
                actions.removeAll {
                    if case .finish(_, .failed(.outcomeUnknown(.timedOut))) = $0 {
                        true
                    } else {
                        false
                    }
                }
            }
        ),
    ]

    @Test(arguments: bugs.indices)
    func `a planted bug is found`(index: Int) {
        let (name, bug) = Self.bugs[index]
        let isFound = (0..<50 as Range<UInt64>)
            .contains { seed in
                var simulation = AcquirerSimulation(seed: seed, bug: bug)
                return simulation.run() != nil
            }
        #expect(isFound, "\(name)")
    }

    @Test func `a simulation depends on its seed alone`() {
        var first = AcquirerSimulation(seed: 7)
        var second = AcquirerSimulation(seed: 7)
        #expect(first.run() == second.run())
        #expect(first.outcomes == second.outcomes && first.lateAnswers == second.lateAnswers)
    }
}
