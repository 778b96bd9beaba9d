/// Waits in real time. All other code reads a clock or counts simulated time.
public enum RealTime {
    /// Returns after a duration, or at once if the task is cancelled.
    public static func pass(_ duration: Duration) async {
        try? await Task.sleep(for: duration)
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
