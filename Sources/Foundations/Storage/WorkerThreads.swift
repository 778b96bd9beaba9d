internal import Glibc
internal import World

/// Threads that each keep one resource, such as a connection, and serve a ``WorkQueue``.
///
/// They exist so that nothing blocks a thread of Swift's own: a thread here may wait for a disk or a
/// server.
@safe
package final class WorkerThreads<Resource>: @unchecked Sendable {
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
    private let signal: UnsafeMutablePointer<sem_t>

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
        unsafe signal = .allocate(capacity: 1)
        unsafe signal.initialize(to: sem_t())
        let result = unsafe sem_init(signal, 0, 0)
        precondition(result == 0, "the system has no semaphore to give")
    }

    deinit {
        unsafe sem_destroy(signal)
        unsafe signal.deallocate()
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
        let isCancellable = access == .reading
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let work = Work(access, body: body) { continuation.resume(returning: $0) }
                submit(work, as: ticket, isCancellable: isCancellable)
            }
        } onCancel: {
            guard isCancellable else { return }
            queue.withLock { $0.cancel(ticket) }?.finish(.cancelled)
        }
    }

    private func submit(_ work: Work, as ticket: Queue.Ticket, isCancellable: Bool) {
        do throws(StorageFailure) {
            try queue.withLock { queue throws(StorageFailure) in
                // A task that is cancelled later finds its work in the queue.
                guard !isCancellable || !Task.isCancelled else { throw .cancelled }
                let needsThread = try queue.submit(work, as: ticket)
                if needsThread, !startThread() { try queue.threadDidNotStart(for: ticket) }
            }
            unsafe sem_post(signal)
        } catch {
            work.finish(error)
        }
    }

    /// Lets the threads end once the queue is empty.
    package func close() {
        queue.withLock { $0.close() }
        for _ in 0..<limits.threads { unsafe sem_post(signal) }
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
        for _ in 0..<5 where queue.withLock({ $0.count }) < expected {
            RealTime.block(microseconds: 50)
        }
    }

    private func work() {
        var resource: Resource?
        while true {
            while unsafe sem_wait(signal) != 0 {}
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
