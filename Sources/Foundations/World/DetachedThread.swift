internal import Glibc

/// A thread of the system's, for work that would block one of Swift's.
package enum DetachedThread {
    /// Starts a thread that runs a closure and ends.
    ///
    /// - Returns: 0, or the number of the system's error; the closure is then not run.
    package static func start(_ body: sending @escaping () -> Void) -> Int32 {
        let context = unsafe Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        let result = unsafe pthread_create(
            &thread,
            nil,
            { context in
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            },
            context.toOpaque()
        )
        guard result == 0 else {
            unsafe context.release()
            return result
        }
        return pthread_detach(thread)
    }

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
