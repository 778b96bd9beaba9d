/// How many threads a ``WorkQueue`` asks for, how much may wait, and how much one thread takes at once.
package struct WorkLimits: Hashable, Sendable {
    package let threads: Int
    package let waiting: Int
    package let batch: Int

    /// Limits. A value below one counts as one.
    package init(threads: Int, waiting: Int, batch: Int = 1) {
        self.threads = max(1, threads)
        self.waiting = max(1, waiting)
        self.batch = max(1, batch)
    }
}

/// Which work waits for a thread, which is served next, and how many threads there are.
///
/// It is a value without threads: ``WorkerThreads`` does what it says.
package struct WorkQueue<Work> {
    /// Names submitted work, so that it can be taken back.
    package struct Ticket: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    /// The next step of a free thread.
    package enum Step {
        case work([Work])
        case wait
        case end
    }

    /// The threads to wake after a submission.
    package enum Waking: Hashable, Sendable {
        /// None: those that wait have nothing to do yet.
        case none
        /// One that is free.
        case one
        /// All, since only one of them waits for this.
        case all
    }

    private let limits: WorkLimits
    private var waiting: [(ticket: Ticket?, work: Work)] = []
    private var tickets: UInt64 = 0
    private var threads = 0
    private var busy = 0
    private var isClosed = false
    /// How much waiting work a thread with a batch waits for; nil where none does.
    private var gathering: Int?

    package init(_ limits: WorkLimits) { self.limits = limits }

    /// How much work waits.
    package var count: Int { waiting.count }

    /// A ticket that was not given before.
    package mutating func newTicket() -> Ticket {
        tickets += 1
        return Ticket(number: tickets)
    }

    /// Puts work at the end of the queue.
    ///
    /// - Parameters:
    ///   - work: The work.
    ///   - ticket: By what it can be taken back; nil if it never is.
    /// - Returns: Whether a thread must be started for it, which is counted already.
    /// - Throws: ``StorageFailure/closed`` or ``StorageFailure/overloaded(waiting:)``.
    package mutating func submit(
        _ work: Work,
        as ticket: Ticket? = nil
    ) throws(StorageFailure) -> Bool {
        guard !isClosed else { throw .closed }
        guard waiting.count < limits.waiting else { throw .overloaded(waiting: waiting.count) }
        let needsThread = threads - busy <= waiting.count && threads < limits.threads
        if needsThread { threads += 1 }
        waiting.append((ticket, work))
        return needsThread
    }

    /// The threads to wake now that work was submitted.
    package var waking: Waking {
        if let gathering {
            if waiting.count >= gathering { return .all }
            return busy < threads ? .all : .none
        }
        return busy < threads ? .one : .none
    }

    /// The work that a busy thread adds to its own: the oldest that waits, as much as a thread
    /// takes at once.
    ///
    /// - Parameters:
    ///   - count: How much the thread has taken already.
    ///   - least: How much the thread waits for; less is enough to fill its batch.
    /// - Returns: The work, which is empty if the thread has to go on with what it has; nil if it has
    ///   to wait.
    package mutating func more(having count: Int, atLeast least: Int) -> [Work]? {
        let space = limits.batch - count
        guard waiting.count < min(least, space), !isClosed else {
            gathering = nil
            return take(space)
        }
        gathering = min(least, space)
        return nil
    }

    /// Notes that the thread which the last submission asked for could not be started. The work waits
    /// for another thread; if there is none, it leaves the queue.
    ///
    /// - Throws: ``StorageFailure/overloaded(waiting:)`` if there is no thread.
    package mutating func threadDidNotStart() throws(StorageFailure) {
        threads -= 1
        guard threads == 0, waiting.popLast() != nil else { return }
        throw .overloaded(waiting: waiting.count)
    }

    /// The next step of a free thread: the oldest work, as much as a thread takes at once; or nothing, or its
    /// end.
    package mutating func next() -> Step {
        if !waiting.isEmpty {
            busy += 1
            return .work(take(limits.batch))
        }
        guard isClosed else { return .wait }
        threads -= 1
        return .end
    }

    private mutating func take(_ limit: Int) -> [Work] {
        let taken = waiting.prefix(max(0, limit)).map(\.work)
        waiting.removeFirst(taken.count)
        return taken
    }

    /// Notes that a thread has done its work and is free.
    package mutating func finish() { busy -= 1 }

    /// Takes work back that still waits. Returns nil if it was served or refused.
    package mutating func cancel(_ ticket: Ticket) -> Work? {
        guard let place = waiting.firstIndex(where: { $0.ticket == ticket }) else { return nil }
        return waiting.remove(at: place).work
    }

    /// Refuses further work. Threads end once nothing waits.
    package mutating func close() { isClosed = true }
}
