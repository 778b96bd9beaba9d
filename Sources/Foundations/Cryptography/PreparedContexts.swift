internal import COpenSSL
internal import World

/// Contexts of libcrypto that are prepared for one operation with one key and are reused.
///
/// Preparing one takes one or two microseconds, which matters for a key that is used ten thousand
/// times a second. A context has one user at a time. One whose operation failed is not reused.
@safe
final class PreparedContexts: Sendable {
    /// The maximum number of unused contexts.
    static let limit = 64

    private let idle = unsafe LockedValue<[OpaquePointer]>([])
    private let prepare: @Sendable (OpaquePointer) -> Bool

    /// Creates an empty pool; the closure prepares each new context.
    init(preparedBy prepare: @escaping @Sendable (OpaquePointer) -> Bool) {
        unsafe self.prepare = unsafe prepare
    }

    deinit {
        unsafe idle.withLock { contexts in
            while let context = unsafe contexts.popLast() { unsafe EVP_PKEY_CTX_free(context) }
        }
    }

    /// Runs a closure with a context; the closure returns whether it succeeded.
    func use(with key: OpaquePointer, _ body: (OpaquePointer) -> Bool) -> Bool {
        let kept = unsafe idle.withLock { unsafe $0.popLast() }
        guard let context = unsafe kept ?? made(for: key) else { return false }
        let isDone = unsafe body(context)
        let isKept =
            unsafe isDone
            && idle.withLock { contexts in
                guard unsafe contexts.count < Self.limit else { return false }
                unsafe contexts.append(context)
                return true
            }
        if !isKept { unsafe EVP_PKEY_CTX_free(context) }
        return isDone
    }

    private func made(for key: OpaquePointer) -> OpaquePointer? {
        guard let context = unsafe EVP_PKEY_CTX_new(key, nil) else { return nil }
        guard unsafe prepare(context) else {
            unsafe EVP_PKEY_CTX_free(context)
            return nil
        }
        return unsafe context
    }
}
