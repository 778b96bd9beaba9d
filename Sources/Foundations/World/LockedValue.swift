internal import Glibc

/// A value protected by a lock, for short sections of code.
///
/// `Synchronization.Mutex` is not used because the thread sanitizer reports false races for it on
/// Linux (Documentation/Decisions/0012-pthread-mutex-locks.md).
@safe
public final class LockedValue<Value>: @unchecked Sendable {
    private var value: Value
    private let lock: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a protected value.
    public init(_ value: sending Value) {
        self.value = value
        unsafe lock = .allocate(capacity: 1)
        unsafe lock.initialize(to: pthread_mutex_t())
        var kind = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&kind)
        unsafe pthread_mutexattr_settype(&kind, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
        defer { unsafe pthread_mutexattr_destroy(&kind) }
        let result = unsafe pthread_mutex_init(lock, &kind)
        precondition(result == 0, "the system has no lock to give")
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
    }

    /// Runs a closure with exclusive access to the value.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try body(&value)
    }
}
