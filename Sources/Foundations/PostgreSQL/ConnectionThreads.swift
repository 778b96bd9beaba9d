internal import Glibc
internal import World

/// Threads that each keep one connection and serve a ``ConnectionQueue``.
@safe
final class ConnectionThreads: @unchecked Sendable {
    typealias Queue = ConnectionQueue<Work>

    /// What a caller waits for. Exactly one of the two closures is called, once.
    struct Work: Sendable {
        /// Runs with the connection of a thread, which is nil if none is open. It sets the
        /// connection to nil if it cannot be used again.
        let run: @Sendable (inout PostgreSQLConnection?) -> Void
        /// Says why it will not run.
        let refuse: @Sendable (PostgreSQLFailure) -> Void
    }

    private let queue: LockedValue<Queue>
    private let limits: PostgreSQLLimits
    /// Posted once for each submission, and at the end once for each possible thread.
    private let signal: UnsafeMutablePointer<sem_t>

    init(_ limits: PostgreSQLLimits) {
        self.limits = limits
        queue = LockedValue(Queue(limits))
        unsafe signal = .allocate(capacity: 1)
        unsafe signal.initialize(to: sem_t())
        let result = unsafe sem_init(signal, 0, 0)
        precondition(result == 0, "the system has no semaphore to give")
    }

    deinit {
        unsafe sem_destroy(signal)
        unsafe signal.deallocate()
    }

    /// A ticket for work that is submitted next.
    func newTicket() -> Queue.Ticket { queue.withLock { $0.newTicket() } }

    /// Puts work into the queue, or refuses it at once.
    func submit(_ work: Work, as ticket: Queue.Ticket) {
        do throws(PostgreSQLFailure) {
            try queue.withLock { queue throws(PostgreSQLFailure) in
                // A task that is cancelled later finds its work in the queue.
                guard !Task.isCancelled else { throw .cancelled }
                let needsThread = try queue.submit(work, as: ticket)
                if needsThread, !startThread() { try queue.threadDidNotStart(for: ticket) }
            }
            unsafe sem_post(signal)
        } catch {
            work.refuse(error)
        }
    }

    /// Refuses work that still waits.
    func cancel(_ ticket: Queue.Ticket) {
        queue.withLock { $0.cancel(ticket) }?.refuse(.cancelled)
    }

    /// Lets the threads end once the queue is empty.
    func close() {
        queue.withLock { $0.close() }
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
            while unsafe sem_wait(signal) != 0 {}
            switch queue.withLock({ $0.next() }) {
            case .work(let work):
                work.run(&connection)
                queue.withLock { $0.finish() }
            case .wait: continue
            case .end: return
            }
        }
    }
}
