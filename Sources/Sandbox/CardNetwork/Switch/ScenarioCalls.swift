internal import World

/// The scenarios that were asked for, each for the next authorization of a merchant.
package final class ScenarioCalls: Sendable {
    private static let limit = 10_000
    /// In place of a merchant: any. No message names a merchant so.
    private static let any = ""
    private let calls = LockedValue<[String: Scenario]>([:])

    /// No calls.
    package init() {}

    /// Keeps a scenario for a merchant's next authorization.
    ///
    /// - Parameters:
    ///   - scenario: The scenario.
    ///   - merchant: The merchant; nil for the next authorization of any.
    /// - Returns: Whether it is kept: the number of calls is limited.
    package func add(_ scenario: Scenario, for merchant: String?) -> Bool {
        let merchant = merchant ?? Self.any
        return calls.withLock { calls in
            guard calls.count < Self.limit || calls[merchant] != nil else { return false }
            calls[merchant] = scenario
            return true
        }
    }

    /// A scenario that was given away.
    package struct Call: Hashable, Sendable {
        /// The scenario.
        package let scenario: Scenario
        fileprivate let merchant: String
    }

    /// The scenario of a request, which is given away.
    package func take(for request: SwitchRequest) -> Call? {
        guard request.isAuthorization else { return nil }
        return calls.withLock { calls in
            for merchant in [request.merchant, Self.any] {
                guard let scenario = calls.removeValue(forKey: merchant) else { continue }
                return Call(scenario: scenario, merchant: merchant)
            }
            return nil
        }
    }

    /// The scenario for the next authorization of any merchant; nil where none waits.
    package var waitingForAny: Scenario? { calls.withLock { $0[Self.any] } }

    /// Ends the call for the next authorization of any merchant.
    package func removeForAny() { calls.withLock { $0[Self.any] = nil } }

    /// Keeps a scenario again whose request was a repeat, unless there was another call since.
    package func putBack(_ call: Call?) {
        guard let call else { return }
        calls.withLock { calls in
            if calls[call.merchant] == nil { calls[call.merchant] = call.scenario }
        }
    }
}
