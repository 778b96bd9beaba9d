internal import Glibc

/// A value behind a lock, for whose changes threads wait. Threads of Swift's own must not wait; tasks
/// have ``AwaitableValue``.
///
/// Its condition variable waits by the monotonic clock, since the wall clock can be set back.
///
/// - Source: POSIX.1-2017, *pthread_cond_timedwait*, *pthread_condattr_setclock*.
@safe
package final class ThreadCondition<Value>: @unchecked Sendable {
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>

    /// Puts a value behind a lock.
    package init(_ value: sending Value) {
        self.value = value
        unsafe lock = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        unsafe changed = .allocate(capacity: 1)
        unsafe changed.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        let results = unsafe [
            pthread_mutex_init(lock, nil), pthread_condattr_init(&attributes),
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC),
            pthread_cond_init(changed, &attributes), pthread_condattr_destroy(&attributes),
        ]
        precondition(results.allSatisfy { $0 == 0 }, "the system has no lock to give")
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe changed.deallocate()
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Runs a closure with exclusive access to the value. No thread is woken by that.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&value)
    }

    /// Lets one thread that waits look at the value again.
    package func wakeOne() { unsafe pthread_cond_signal(changed) }

    /// Lets every thread that waits look at the value again.
    package func wakeAll() { unsafe pthread_cond_broadcast(changed) }

    /// Waits until a closure, which has exclusive access to the value, returns something.
    package func wait<Result>(for look: (inout Value) -> Result?) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let result = look(&value) { return result }
            unsafe pthread_cond_wait(changed, lock)
        }
    }

    /// Looks several times, and lets other threads run between.
    ///
    /// - Returns: What the closure returned, or nil when it returned nothing each time.
    package func look<Result>(times: Int, for look: (inout Value) -> Result?) -> Result? {
        for _ in 0..<times {
            if let result = withLock({ look(&$0) }) { return result }
            sched_yield()
        }
        return nil
    }

    /// Waits like ``wait(for:)``, but not longer than a time below a second.
    ///
    /// - Returns: What the closure returned, or nil when the time is over.
    package func wait<Result>(
        microseconds: Int,
        for look: (inout Value) -> Result?
    ) -> Result? {
        var limit = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &limit)
        limit.tv_nsec += min(max(0, microseconds), 999_999) * 1_000
        if limit.tv_nsec >= 1_000_000_000 {
            limit.tv_nsec -= 1_000_000_000
            limit.tv_sec += 1
        }
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while true {
            if let result = look(&value) { return result }
            guard unsafe pthread_cond_timedwait(changed, lock, &limit) == 0 else { return nil }
        }
    }
}
