internal import Glibc

/// Waits in real time. All other code reads a clock or counts simulated time.
public enum RealTime {
    /// Returns after a duration, or at once if the task is cancelled.
    public static func pass(_ duration: Duration) async {
        try? await Task.sleep(for: duration)
    }

    /// Blocks this thread, which must not be one of Swift's own, for less than a second.
    public static func block(microseconds: Int) {
        usleep(UInt32(min(max(0, microseconds), 999_999)))
    }
}
