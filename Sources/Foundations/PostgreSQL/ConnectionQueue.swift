/// Which work waits for a connection, which is served next, and how many threads there are.
///
/// It is a value without threads: ``ConnectionThreads`` does what it says.
struct ConnectionQueue<Work> {
    /// Names submitted work, so that it can be taken back.
    struct Ticket: Hashable {
        fileprivate let number: UInt64
    }

    /// What a thread that is free does next.
    enum Step {
        case work(Work)
        case wait
        case end
    }

    private let limits: PostgreSQLLimits
    private var waiting: [(ticket: Ticket, work: Work)] = []
    private var tickets: UInt64 = 0
    private var threads = 0
    private var busy = 0
    private var isClosed = false

    init(_ limits: PostgreSQLLimits) { self.limits = limits }

    /// A ticket that was not given before.
    mutating func newTicket() -> Ticket {
        tickets += 1
        return Ticket(number: tickets)
    }

    /// Puts work at the end of the queue. Returns whether a thread must be started for it, which is
    /// counted already.
    ///
    /// - Throws: ``PostgreSQLFailure/closed`` or ``PostgreSQLFailure/overloaded(waiting:)``.
    mutating func submit(_ work: Work, as ticket: Ticket) throws(PostgreSQLFailure) -> Bool {
        guard !isClosed else { throw .closed }
        guard waiting.count < limits.waiting else { throw .overloaded(waiting: waiting.count) }
        let needsThread = threads - busy <= waiting.count && threads < limits.connections
        if needsThread { threads += 1 }
        waiting.append((ticket, work))
        return needsThread
    }

    /// Notes that the thread which a submission asked for could not be started. The work waits for
    /// another thread; if there is none, it leaves the queue.
    ///
    /// - Throws: ``PostgreSQLFailure/overloaded(waiting:)`` if there is no thread.
    mutating func threadDidNotStart(for ticket: Ticket) throws(PostgreSQLFailure) {
        threads -= 1
        guard threads == 0, cancel(ticket) != nil else { return }
        throw .overloaded(waiting: waiting.count)
    }

    /// What a free thread does: the oldest work, or nothing, or its end.
    mutating func next() -> Step {
        if !waiting.isEmpty {
            busy += 1
            return .work(waiting.removeFirst().work)
        }
        guard isClosed else { return .wait }
        threads -= 1
        return .end
    }

    /// Notes that a thread has done its work and is free.
    mutating func finish() { busy -= 1 }

    /// Takes work back that still waits. Returns nil if it was served or refused.
    mutating func cancel(_ ticket: Ticket) -> Work? {
        guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: place).work
    }

    /// Refuses further work. Threads end once nothing waits.
    mutating func close() { isClosed = true }
}
