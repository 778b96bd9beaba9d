/// Waits in real time. All other code reads a clock or counts simulated time.
public enum RealTime {
    /// Returns after a duration, or at once if the task is cancelled.
    public static func pass(_ duration: Duration) async {
        try? await Task.sleep(for: duration)
    }

    /// Waits for a result for some time at most. The work on it goes on after that.
    ///
    /// - Returns: The result; nil where it was not there in time.
    package static func result<Value: Sendable>(
        within limit: Duration,
        of work: @escaping @Sendable () async -> Value
    ) async -> Value? {
        let result = AwaitableValue<Value?>(nil)
        Task {
            let value = await work()
            result.change { $0 = value }
        }
        _ = await result.wait(within: limit) { $0 != nil }
        return result.read { $0 }
    }
}

/// Measures how long something takes, where that decides how fast a result comes and not what it is.
package struct Stopwatch: Sendable {
    private let start = ContinuousClock.now

    /// Starts.
    package init() {}

    /// The time since the start.
    package var elapsed: Duration { ContinuousClock.now - start }
}
