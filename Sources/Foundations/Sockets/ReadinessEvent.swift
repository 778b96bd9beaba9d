internal import World

/// An event that happens many times, for which tasks wait.
///
/// A task reads ``count`` before it tries its call. If the call would have to wait, the task waits
/// for an event after that count, so none between the two is lost.
final class ReadinessEvent: Sendable {
    private struct State {
        var count: UInt64 = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var lastTicket: UInt64 = 0
    }

    private let state = LockedValue(State())

    /// How often the event has happened.
    var count: UInt64 { state.withLock { $0.count } }

    /// Ends every wait.
    func signal() {
        let waiting = state.withLock { state in
            state.count &+= 1
            defer { state.waiting = [:] }
            return state.waiting
        }
        for continuation in waiting.values { continuation.resume() }
    }

    /// Returns after an event that is later than the count, or when the task is cancelled.
    func wait(after count: UInt64) async {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    // A task that is cancelled later finds its continuation.
                    guard state.count == count, !Task.isCancelled else { return false }
                    state.waiting[ticket] = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: ticket) }?.resume()
        }
    }
}
