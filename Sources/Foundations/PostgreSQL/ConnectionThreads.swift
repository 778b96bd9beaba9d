internal import Glibc
internal import World

/// Threads that each keep one connection, and a queue of work for them.
///
/// A thread is started when there is work and no thread is free, up to the maximum number.
/// They end when the queue is closed and empty.
@safe
final class ConnectionThreads: @unchecked Sendable {
    /// Work with the connection of the thread that it came to: nil if none is open yet, and
    /// left nil if it is of no more use.
    typealias Work = @Sendable (inout PostgreSQLConnection?) -> Void

    private struct State {
        var queue: [Work] = []
        var threads = 0
        var idle = 0
        var isClosed = false
    }

    private let state: LockedValue<State>
    private let limits: PostgreSQLLimits
    private let signal: UnsafeMutablePointer<sem_t>

    init(_ limits: PostgreSQLLimits) {
        self.limits = limits
        state = LockedValue(State())
        unsafe signal = .allocate(capacity: 1)
        unsafe signal.initialize(to: sem_t())
        let result = unsafe sem_init(signal, 0, 0)
        precondition(result == 0, "the system has no semaphore to give")
    }

    deinit {
        unsafe sem_destroy(signal)
        unsafe signal.deallocate()
    }

    /// Puts work into the queue, which some thread will do, or says at once why none will.
    func submit(_ work: @escaping Work) throws(PostgreSQLFailure) {
        try state.withLock { state throws(PostgreSQLFailure) in
            guard !state.isClosed else { throw .closed }
            guard state.queue.count < limits.waiting else {
                throw .overloaded(waiting: state.queue.count)
            }
            let isShort =
                state.idle <= state.queue.count && state.threads < limits.connections
            if isShort {
                guard startThread() || state.threads > 0 else { throw .overloaded(waiting: 0) }
                state.threads += 1
            }
            state.queue.append(work)
        }
        unsafe sem_post(signal)
    }

    /// Lets the threads end once the queue is empty.
    func close() {
        state.withLock { $0.isClosed = true }
        for _ in 0..<limits.connections { unsafe sem_post(signal) }
    }

    private func startThread() -> Bool {
        let context = unsafe Unmanaged.passRetained(self)
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                let threads = unsafe Unmanaged<ConnectionThreads>.fromOpaque(context)
                unsafe threads.takeRetainedValue().serve()
                return nil
            },
            context.toOpaque()
        )
        guard result == 0 else {
            unsafe context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private func serve() {
        var connection: PostgreSQLConnection?
        while true {
            state.withLock { $0.idle += 1 }
            while unsafe sem_wait(signal) != 0 {}
            let work = state.withLock { state in
                state.idle -= 1
                return state.queue.isEmpty ? nil : state.queue.removeFirst()
            }
            guard let work else { return }
            work(&connection)
        }
    }
}
