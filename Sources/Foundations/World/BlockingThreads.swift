/// Threads of the system's for calls that wait for a device and may never return, such as those of a security
/// module. A caller awaits its call until a deadline.
///
/// A call that misses its deadline keeps its thread until it returns, and another thread takes its place. So
/// twice as many threads as calls that run at once are the most.
package final class BlockingThreads: Sendable {
    private enum Phase {
        case waiting
        case running
        /// Its caller has been answered without it.
        case hung
    }

    private struct Work: Sendable {
        let number: Int
        let perform: @Sendable () -> Void
        let giveUp: @Sendable () -> Void
    }

    private struct State {
        var lastNumber = 0
        /// Of every call that has not returned.
        var phases: [Int: Phase] = [:]
        var waiting: [Work] = []
        var running = 0
        var hung = 0

        /// The call that takes a place which became free; nil frees the place.
        mutating func next() -> Work? {
            guard !waiting.isEmpty else {
                running -= 1
                return nil
            }
            let work = waiting.removeFirst()
            phases[work.number] = .running
            return work
        }
    }

    private let limit: Int
    private let deadline: Duration
    private let state = LockedValue(State())

    /// Threads that are started when there is a call.
    ///
    /// - Parameters:
    ///   - limit: How many calls run at once.
    ///   - deadline: The longest time that a caller waits.
    package init(limit: Int, deadline: Duration) {
        self.limit = limit
        self.deadline = deadline
    }

    /// Makes a call on a thread, and waits for it without blocking this one.
    ///
    /// - Returns: What it returned; nil if the deadline came first, or the system had no thread.
    package func run<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value? {
        let caller = LockedValue<CheckedContinuation<Value?, Never>?>(nil)
        let answer: @Sendable (Value?) -> Void = { value in
            let waiting = caller.withLock { caller in
                defer { caller = nil }
                return caller
            }
            waiting?.resume(returning: value)
        }
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let timer = LockedValue<Task<Void, Never>?>(nil)
        defer { timer.withLock { $0 }?.cancel() }
        return await withCheckedContinuation { continuation in
            caller.withLock { $0 = continuation }
            submit(Work(number: number, perform: { answer(body()) }, giveUp: { answer(nil) }))
            // A deadline that passes before the call is known would be the end of nothing.
            let started = Task {
                await RealTime.pass(deadline)
                guard !Task.isCancelled else { return }
                expire(number)
                answer(nil)
            }
            timer.withLock { $0 = started }
        }
    }

    private func submit(_ work: Work) {
        let isStarted = state.withLock { state in
            let isFree = state.running < limit
            state.phases[work.number] = isFree ? .running : .waiting
            if isFree { state.running += 1 } else { state.waiting.append(work) }
            return isFree
        }
        if isStarted { start(work) }
    }

    private func start(_ work: Work) {
        guard DetachedThread.start({ self.serve(work) }) != 0 else { return }
        // Those that wait will be served by threads that run, or expire.
        state.withLock { state in
            state.phases[work.number] = nil
            state.running -= 1
        }
        work.giveUp()
    }

    private func serve(_ first: Work) {
        var work = Optional(first)
        while let current = work {
            current.perform()
            work = state.withLock { state in
                guard case .hung? = state.phases.removeValue(forKey: current.number) else {
                    return state.next()
                }
                state.hung -= 1
                return nil
            }
        }
    }

    /// Takes a call that is late out of the queue, or leaves it its thread and gives its place away.
    private func expire(_ number: Int) {
        let next = state.withLock { state -> Work? in
            switch state.phases[number] {
            case .waiting?:
                state.phases[number] = nil
                state.waiting.removeAll { $0.number == number }
                return nil
            case .running? where state.hung < limit:
                state.phases[number] = .hung
                state.hung += 1
                return state.next()
            default: return nil
            }
        }
        if let next { start(next) }
    }
}
