internal import World

extension AwaitableValue {
    /// Returns once the condition holds and stays so, or after this much real time on a machine that
    /// is not busy.
    ///
    /// An app works on the main actor. Where that is busy, an app that has had no turn is not late:
    /// the time is taken in twenty parts, with a turn of the main actor after each.
    ///
    /// - Returns: Whether the condition held.
    func wait(patiently patience: Duration, until isOver: @escaping Condition) async -> Bool {
        for _ in 0..<20 {
            if await wait(within: patience / 20, until: isOver) { return true }
            await MainActor.run {}
        }
        return await wait(within: .zero, until: isOver)
    }
}
