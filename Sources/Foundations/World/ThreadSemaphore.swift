internal import Glibc

/// A counter that threads wait for; threads of Swift's own must not wait.
///
/// A semaphore of POSIX waits by the wall clock, which can be set back, so this is a lock and a
/// condition variable by the monotonic clock.
///
/// - Source: POSIX.1-2017, *pthread_cond_timedwait*, *pthread_condattr_setclock*.
@safe
package final class ThreadSemaphore: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var count = 0

    /// A counter at zero.
    package init() {
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

    /// Counts one up, which lets one thread go on.
    package func post() {
        unsafe pthread_mutex_lock(lock)
        count += 1
        unsafe pthread_mutex_unlock(lock)
        unsafe pthread_cond_signal(changed)
    }

    /// Waits until the counter is above zero, and counts one down.
    package func wait() {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while count == 0 { unsafe pthread_cond_wait(changed, lock) }
        count -= 1
    }

    /// Waits like ``wait()``, but not longer than a time below a second.
    ///
    /// - Returns: Whether the counter was above zero.
    package func wait(microseconds: Int) -> Bool {
        var limit = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &limit)
        limit.tv_nsec += min(max(0, microseconds), 999_999) * 1_000
        if limit.tv_nsec >= 1_000_000_000 {
            limit.tv_nsec -= 1_000_000_000
            limit.tv_sec += 1
        }
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        while count == 0 {
            guard unsafe pthread_cond_timedwait(changed, lock, &limit) == 0 else { return false }
        }
        count -= 1
        return true
    }
}
