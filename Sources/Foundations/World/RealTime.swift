/// Waits in real time. All other code reads a clock or counts simulated time.
public enum RealTime {
    /// Returns after a duration, or at once if the task is cancelled.
    public static func pass(_ duration: Duration) async {
        try? await Task.sleep(for: duration)
    }
}
