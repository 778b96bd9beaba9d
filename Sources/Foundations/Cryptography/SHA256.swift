public import Bytes
internal import COpenSSL

/// SHA-256, by libcrypto.
///
/// - Source: FIPS 180-4.
/// - Units: digests are 32 bytes.
public enum SHA256 {
    /// The number of bytes of a digest.
    public static let digestLength = 32

    /// The digest of some bytes.
    public static func digest(_ bytes: [UInt8]) -> [UInt8] {
        var hasher = SHA256Hasher()
        hasher.update(bytes.span)
        return hasher.finalize()
    }

    /// The digest of a string's UTF-8.
    public static func digest(_ text: String) -> [UInt8] {
        digest(Array(text.utf8))
    }
}

/// SHA-256 over bytes in several parts.
@safe
public struct SHA256Hasher: ~Copyable {
    private let context: OpaquePointer

    /// Creates a digest without input.
    public init() {
        guard let context = unsafe EVP_MD_CTX_new(),
            unsafe EVP_DigestInit_ex2(context, FetchedAlgorithms.shared.sha256, nil) == 1
        else { preconditionFailure("libcrypto has no SHA-256") }
        unsafe self.context = context
    }

    deinit { unsafe EVP_MD_CTX_free(context) }

    /// Adds bytes.
    public mutating func update(_ bytes: Span<UInt8>) {
        let result = unsafe bytes.withUnsafeBufferPointer {
            unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count)
        }
        precondition(result == 1, "libcrypto cannot hash")
    }

    /// Adds bytes.
    public mutating func update(_ bytes: [UInt8]) {
        update(bytes.span)
    }

    /// Adds secret bytes.
    public mutating func update(_ secret: Secret) {
        secret.withBytes { update($0) }
    }

    /// The digest of everything that was added.
    public consuming func finalize() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: SHA256.digestLength)
        let result = unsafe digest.withUnsafeMutableBufferPointer {
            unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil)
        }
        precondition(result == 1, "libcrypto cannot hash")
        return digest
    }

    /// The digest of everything that was added, as a secret.
    public consuming func finalizeSecret() -> Secret {
        Secret(count: SHA256.digestLength) { span in
            let result = unsafe span.withUnsafeMutableBufferPointer {
                unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil)
            }
            precondition(result == 1, "libcrypto cannot hash")
        }
    }
}
