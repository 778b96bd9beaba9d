public import Bytes
internal import COpenSSL

/// HMAC with SHA-256 and one key, by libcrypto.
///
/// - Source: RFC 2104.
@safe
public final class HMACSHA256: @unchecked Sendable {
    /// Has the key and no message. It is only copied.
    private let keyed: OpaquePointer

    /// Prepares a key of any length.
    public init(key: Secret) {
        guard let context = unsafe EVP_MAC_CTX_new(FetchedAlgorithms.shared.hmac) else {
            preconditionFailure("libcrypto has no HMAC")
        }
        unsafe keyed = context
        let isReady = key.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe quince_EVP_MAC_init_sha256(context, key.baseAddress, key.count) == 1
            }
        }
        precondition(isReady, "libcrypto has no SHA-256")
    }

    deinit { unsafe EVP_MAC_CTX_free(keyed) }

    /// The 32-byte authentication code of a message.
    public func code(for message: [UInt8]) -> Secret {
        guard let context = unsafe EVP_MAC_CTX_dup(keyed) else {
            preconditionFailure("libcrypto has no memory")
        }
        defer { unsafe EVP_MAC_CTX_free(context) }
        return Secret(count: SHA256.digestLength) { span in
            let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
                var length = 0
                return unsafe EVP_MAC_update(context, message, message.count) == 1
                    && EVP_MAC_final(context, output.baseAddress, &length, output.count) == 1
            }
            precondition(isDone, "libcrypto cannot compute HMAC")
        }
    }
}
