internal import World

/// Threads that each keep one resource, such as a connection, and serve a ``WorkQueue``.
///
/// They exist so that nothing blocks a thread of Swift's own: a thread here may wait for a disk or a
/// server.
package final class WorkerThreads<Resource>: Sendable {
    /// What a caller waits for. Exactly one of the two ends is called, once.
    package struct Work: Sendable {
        /// Whether the transaction may write.
        package let access: DatabaseAccess
        /// What to do with the resource's transaction.
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

    package typealias Queue = WorkQueue<Work>

    private let queue: LockedValue<Queue>
    private let limits: WorkLimits
    private let serve: @Sendable ([Work], inout Resource?) -> Void
    private let running = AwaitableValue(0)
    /// Posted once for each submission, and at the end once for each possible thread.
    private let signal = ThreadSemaphore()
    /// Posted when as much work waits as a thread waits for.
    private let gathered = ThreadSemaphore()

    /// Threads that start when there is work.
    ///
    /// - Parameters:
    ///   - limits: How many threads, and how much may wait.
    ///   - serve: Does work, and finishes each. The resource is the thread's own, nil at first; it is
    ///     set to nil again where it cannot be used any more.
    package init(
        _ limits: WorkLimits,
        serve: @escaping @Sendable ([Work], inout Resource?) -> Void
    ) {
        self.limits = limits
        self.serve = serve
        queue = LockedValue(Queue(limits))
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
        let ticket = queue.withLock { $0.newTicket() }
        guard access == .reading else { return await wait(access, body, ticket) }
        return await withTaskCancellationHandler {
            await wait(access, body, ticket)
        } onCancel: {
            queue.withLock { $0.cancel(ticket) }?.finish(.cancelled)
        }
    }

    private func wait(
        _ access: DatabaseAccess,
        _ body: @escaping DatabaseWork,
        _ ticket: Queue.Ticket
    ) async -> StorageFailure? {
        await withCheckedContinuation { continuation in
            let work = Work(access, body: body) { continuation.resume(returning: $0) }
            submit(work, as: ticket, isCancellable: access == .reading)
        }
    }

    private func submit(_ work: Work, as ticket: Queue.Ticket, isCancellable: Bool) {
        do throws(StorageFailure) {
            let isGathered = try queue.withLock { queue throws(StorageFailure) in
                // A task that is cancelled later finds its work in the queue.
                guard !isCancellable || !Task.isCancelled else { throw .cancelled }
                let needsThread = try queue.submit(work, as: ticket)
                if needsThread, !startThread() { try queue.threadDidNotStart(for: ticket) }
                return queue.endsGathering()
            }
            signal.post()
            if isGathered { gathered.post() }
        } catch {
            work.finish(error)
        }
    }

    /// Lets the threads end once the queue is empty.
    package func close() {
        let isGathered = queue.withLock { queue in
            queue.close()
            return queue.endsGathering()
        }
        for _ in 0..<limits.threads { signal.post() }
        if isGathered { gathered.post() }
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
    /// Waits a moment for as much work as was done last.
    ///
    /// Callers that were answered together often ask again together. Without the wait the first of them
    /// would be done alone, and the others would wait for that.
    private func gather(_ expected: Int) {
        guard queue.withLock({ $0.gather(expected) }) else { return }
        // A post that comes too late ends the next wait at once, which costs one small group.
        guard !gathered.wait(microseconds: 250) else { return }
        _ = queue.withLock { $0.gather(0) }
    }

    private func work() {
        var resource: Resource?
        while true {
            signal.wait()
            switch queue.withLock({ $0.next() }) {
            case .work(let work):
                serve(work, &resource)
                queue.withLock { $0.finish() }
                if work.count > 1 { gather(work.count) }
            case .wait: continue
            case .end:
                resource = nil
                running.change { $0 -= 1 }
                return
            }
        }
    }
}
