/// Waiting, as people do; everything else reads a clock or counts time of its own.
public enum RealTime {
    /// Comes back after this long, or at once where the task is cancelled.
    public static func pass(_ duration: Duration) async {
        try? await Task.sleep(for: duration)
    }
}
