public import Bytes
internal import COpenSSL

/// HMAC with SHA-256, by libcrypto.
///
/// - Source: RFC 2104.
public enum HMACSHA256 {
    /// The 32-byte authentication code of a message.
    public static func code(for message: [UInt8], key: Secret) -> Secret {
        Secret(count: SHA256.digestLength) { span in
            let result = unsafe span.withUnsafeMutableBufferPointer { output in
                unsafe key.withBytes { keyBytes in
                    unsafe keyBytes.withUnsafeBufferPointer { key in
                        var length = 0
                        return unsafe EVP_Q_mac(
                            nil,
                            "HMAC",
                            nil,
                            "SHA2-256",
                            nil,
                            key.baseAddress,
                            key.count,
                            message,
                            message.count,
                            output.baseAddress,
                            output.count,
                            &length
                        )
                    }
                }
            }
            precondition(unsafe result != nil, "libcrypto has no HMAC")
        }
    }
}
