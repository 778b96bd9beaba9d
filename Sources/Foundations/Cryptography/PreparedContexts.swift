internal import COpenSSL
internal import World

/// Contexts of libcrypto that are ready for one operation with one key, kept for the next time.
///
/// Making one takes a microsecond or two, which counts where a key is used ten thousand times a
/// second. A context serves one caller at a time, and one that failed is not used again.
@safe
final class PreparedContexts: Sendable {
    /// The most contexts that are kept while nobody uses them.
    static let limit = 64

    private let idle = unsafe LockedValue<[OpaquePointer]>([])
    private let prepare: @Sendable (OpaquePointer) -> Bool

    /// No contexts yet; each is prepared by a closure when it is made.
    init(preparedBy prepare: @escaping @Sendable (OpaquePointer) -> Bool) {
        unsafe self.prepare = unsafe prepare
    }

    deinit {
        unsafe idle.withLock { contexts in
            while let context = unsafe contexts.popLast() { unsafe EVP_PKEY_CTX_free(context) }
        }
    }

    /// Lends a context to a closure, which says whether it succeeded.
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
