internal import World

/// Threads that each keep one resource, such as a connection, and serve a ``WorkQueue``.
///
/// They exist so that nothing blocks a thread of Swift's own: a thread here may wait for a disk or a
/// server.
package final class WorkerThreads: Sendable {
    /// The work of a caller, who waits for it. Exactly one of the two ends is called, once.
    package struct Work: Sendable {
        /// Whether the transaction may write.
        package let access: DatabaseAccess
        /// The use of the resource's transaction.
        package let body: DatabaseWork
        /// Tells the caller the outcome: nil once it was done.
        package let finish: @Sendable (StorageFailure?) -> Void

        package init(
            _ access: DatabaseAccess,
            body: @escaping DatabaseWork,
            finish: @escaping @Sendable (StorageFailure?) -> Void
        ) {
            self.access = access
            self.body = body
            self.finish = finish
        }
    }

    /// Does work, and finishes each. It is made and used by one thread, and has the thread's resource.
    ///
    /// The second closure takes more of what waits into the same batch, given how much the batch has.
    /// It returns nothing when the batch has to end.
    package typealias Server = (_ work: [Work], _ more: (Int) -> [Work]) -> Void

    private typealias Queue = WorkQueue<Work>

    private let queue: ThreadCondition<Queue>
    private let makeServer: @Sendable () -> Server
    private let running = AwaitableValue(0)

    /// Threads that start when there is work.
    ///
    /// - Parameters:
    ///   - limits: How many threads, and how much may wait.
    ///   - makeServer: Makes what a new thread serves work with.
    package init(_ limits: WorkLimits, makeServer: @escaping @Sendable () -> Server) {
        self.makeServer = makeServer
        queue = ThreadCondition(Queue(limits))
    }

    /// Does work on a thread, and waits for it without blocking this one.
    ///
    /// Work that only reads leaves the queue when its task is cancelled.
    ///
    /// - Returns: Nil, or why it was not done.
    package func perform(
        _ access: DatabaseAccess,
        _ body: @escaping DatabaseWork
    ) async -> StorageFailure? {
        guard access == .reading else { return await wait(access, body, nil) }
        let ticket = queue.withLock { $0.newTicket() }
        return await withTaskCancellationHandler {
            await wait(access, body, ticket)
        } onCancel: {
            queue.withLock { $0.cancel(ticket) }?.finish(.cancelled)
        }
    }

    private func wait(
        _ access: DatabaseAccess,
        _ body: @escaping DatabaseWork,
        _ ticket: WorkQueue<Work>.Ticket?
    ) async -> StorageFailure? {
        await withCheckedContinuation { continuation in
            let work = Work(access, body: body) { continuation.resume(returning: $0) }
            submit(work, as: ticket)
        }
    }

    private func submit(_ work: Work, as ticket: WorkQueue<Work>.Ticket?) {
        do throws(StorageFailure) {
            let waking = try queue.withLock { queue throws(StorageFailure) in
                // A task that is cancelled later finds its work in the queue.
                guard ticket == nil || !Task.isCancelled else { throw .cancelled }
                let needsThread = try queue.submit(work, as: ticket)
                if needsThread, !startThread() { try queue.threadDidNotStart() }
                return queue.waking
            }
            switch waking {
            case .none: break
            case .one: queue.wakeOne()
            case .all: queue.wakeAll()
            }
        } catch {
            work.finish(error)
        }
    }

    /// Lets the threads end once the queue is empty.
    package func close() {
        queue.withLock { $0.close() }
        queue.wakeAll()
    }

    /// Returns once the threads have ended and released their resources.
    package func end() async {
        close()
        await running.wait { $0 == 0 }
    }

    private func startThread() -> Bool {
        guard DetachedThread.start({ self.work() }) == 0 else { return false }
        running.change { $0 += 1 }
        return true
    }
}

extension WorkerThreads {
    /// How long a thread waits for one part of its batch, once what it has is done and less than the
    /// batch before. Callers that were answered together often ask again together.
    private static let gatheringMicroseconds = 250
    /// How often a thread looks before it sleeps, where callers come together: waking it takes longer
    /// than this.
    private static let looks = 200

    private func work() {
        serve()
        running.change { $0 -= 1 }
    }

    /// The thread's resource is released when this returns.
    private func serve() {
        let server = makeServer()
        var last = 1
        while let work = nextWork(isSoon: last > 1) {
            var (count, mayWait) = (work.count, true)
            server(work) { done in
                let missing = mayWait ? max(0, last - done) : 0
                let more: [Work]
                (more, mayWait) = self.more(having: done, missing: missing, of: last)
                count = done + more.count
                return more
            }
            last = count
            queue.withLock { $0.finish() }
        }
    }

    /// The next work of a free thread; nil when it ends.
    private func nextWork(isSoon: Bool) -> [Work]? {
        let look = { (queue: inout Queue) -> [Work]?? in
            switch queue.next() {
            case .work(let work): .some(work)
            case .wait: nil
            case .end: .some(nil)
            }
        }
        if isSoon, let found = queue.look(times: Self.looks, for: look) { return found }
        return queue.wait(for: look)
    }

    /// The work that is added to a batch, and whether as much came in time as the thread waited for.
    private func more(having count: Int, missing: Int, of last: Int) -> ([Work], inTime: Bool) {
        let few = min(missing, 4)
        let soon = queue.look(times: missing > 0 ? Self.looks : 1) {
            $0.more(having: count, atLeast: few)
        }
        if let soon { return (soon, true) }
        // Only for a part of what is missing, since waking it for each costs more than the work.
        let part = min(missing, max(1, last / 4))
        let later = queue.wait(microseconds: Self.gatheringMicroseconds) {
            $0.more(having: count, atLeast: part)
        }
        if let later { return (later, true) }
        return (queue.withLock { $0.more(having: count, atLeast: 0) } ?? [], false)
    }
}
