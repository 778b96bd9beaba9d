internal import Bytes
internal import CLibEvent
internal import World

/// The identity with which a server's new connections begin. It can be replaced: connections that are open
/// keep theirs, because each holds its own reference to the context of libssl.
final class CurrentTLS: Sendable {
    private let context: LockedValue<TLSContext>

    init(_ context: TLSContext) { self.context = LockedValue(context) }

    func replace(with context: TLSContext) { self.context.withLock { $0 = context } }

    /// The TLS of a new connection, which its bufferevent frees.
    func connection() -> OpaquePointer? { unsafe context.withLock { unsafe $0.connection() } }
}

/// The state that the TLS connections of a server share.
@safe
final class TLSContext: @unchecked Sendable {
    private let context: OpaquePointer
    private let clock: any WallClock

    /// Prepares an identity. The clock gives the time at which clients' certificates have to be valid.
    ///
    /// - Throws: ``HTTPServerFailure``.
    init(
        _ identity: TLSServerIdentity,
        clock: any WallClock
    ) throws(HTTPServerFailure) {
        guard let context = unsafe quince_tls_new() else { throw .system(errorNumber: ENOMEM) }
        unsafe self.context = context
        self.clock = clock
        for (place, certificate) in identity.chain.enumerated() {
            let isLeaf: Int32 = place == 0 ? 1 : 0
            guard
                unsafe quince_tls_add_certificate(
                    context,
                    certificate,
                    certificate.count,
                    isLeaf
                ) == 1
            else { throw Self.failure(.certificateMalformed) }
        }
        guard !identity.chain.isEmpty else { throw .certificateMalformed }
        let isKeyUsed = identity.privateKey.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer in
                unsafe quince_tls_use_key(context, buffer.baseAddress, Int32(buffer.count)) == 1
            }
        }
        guard isKeyUsed else { throw Self.failure(.privateKeyRefused) }
        if identity.requiresServerName { unsafe quince_tls_require_name(context) }
        switch identity.clientCertificates {
        case .notRequested: break
        case .optional(let roots): try ask(isRequired: false, trusting: roots)
        case .required(let roots): try ask(isRequired: true, trusting: roots)
        case .unverified: unsafe quince_tls_verify(context, 0, 0)
        }
    }

    deinit { unsafe SSL_CTX_free(context) }

    private func ask(isRequired: Bool, trusting roots: [[UInt8]]) throws(HTTPServerFailure) {
        for root in roots {
            guard unsafe quince_tls_trust(context, root, root.count) == 1 else {
                throw Self.failure(.clientRootMalformed)
            }
        }
        unsafe quince_tls_verify(context, isRequired ? 1 : 0, 1)
    }

    /// The TLS of a new connection, which its bufferevent frees.
    func connection() -> OpaquePointer? {
        unsafe quince_tls_connection(context, clock.now.seconds)
    }

    private static func failure(_ failure: HTTPServerFailure) -> HTTPServerFailure {
        ERR_clear_error()
        return failure
    }
}
