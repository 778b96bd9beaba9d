/// A value behind a lock whose changes tasks can wait for: a condition variable for tasks.
///
/// Each wait has a condition, which is looked at under the lock after every change. No change is
/// missed, and a wait ends at the first change after which its condition holds. Waits that end at the
/// same change are resumed in the order in which they began.
public final class AwaitableValue<Value>: Sendable {
    /// A condition to wait for. It runs under the lock, so it only reads.
    public typealias Condition = @Sendable (Value) -> Bool

    private struct Waiter {
        let isOver: Condition
        let continuation: CheckedContinuation<Bool, Never>
        var alarm: Task<Void, Never>?

        init(_ isOver: @escaping Condition, _ continuation: CheckedContinuation<Bool, Never>) {
            self.isOver = isOver
            self.continuation = continuation
        }

        func end(_ conditionHeld: Bool) {
            alarm?.cancel()
            continuation.resume(returning: conditionHeld)
        }
    }

    private struct State {
        var value: Value
        var waiters: [UInt64: Waiter] = [:]
        var lastNumber: UInt64 = 0

        mutating func removeWaitersThatAreOver() -> [Waiter] {
            guard !waiters.isEmpty else { return [] }
            let over = waiters.filter { $0.value.isOver(value) }
            for number in over.keys { waiters[number] = nil }
            return over.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private let state: LockedValue<State>

    /// Puts a value behind a lock.
    public init(_ value: sending Value) { state = LockedValue(State(value: value)) }

    /// Runs a closure that only reads, while the value cannot change.
    public func read<Result, Failure: Error>(
        _ body: (Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try state.withLock { state throws(Failure) in try body(state.value) }
    }

    /// Runs a closure that may change the value, and ends the waits whose conditions then hold.
    public func change<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        var over: [Waiter] = []
        defer { for waiter in over { waiter.end(true) } }
        return try state.withLock { state throws(Failure) in
            defer { over = state.removeWaitersThatAreOver() }
            return try body(&state.value)
        }
    }

    /// Returns once the condition holds.
    public func wait(until isOver: @escaping Condition) async {
        _ = await wait(for: nil, until: isOver)
    }

    /// Returns once the condition holds, or after this much real time.
    ///
    /// - Returns: Whether the condition held.
    public func wait(within patience: Duration, until isOver: @escaping Condition) async -> Bool {
        await wait(for: patience, until: isOver)
    }

    private func wait(for patience: Duration?, until isOver: @escaping Condition) async -> Bool {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> UInt64? in
                if isOver(state.value) { return nil }
                state.lastNumber += 1
                state.waiters[state.lastNumber] = Waiter(isOver, continuation)
                return state.lastNumber
            }
            guard let number else { return continuation.resume(returning: true) }
            guard let patience else { return }
            let alarm = Task {
                await RealTime.pass(patience)
                state.withLock { $0.waiters.removeValue(forKey: number) }?.end(false)
            }
            let isWaiting = state.withLock { state in
                state.waiters[number]?.alarm = alarm
                return state.waiters[number] != nil
            }
            if !isWaiting { alarm.cancel() }
        }
    }
}
