internal import Bytes

/// A password as libcrypto's key derivation takes it.
///
/// PKCS #12 makes a difference between an empty password and none at all, and files of both sorts
/// are about.
struct PasswordText {
    /// The password with a zero byte behind it; nil for none at all.
    private let terminated: Secret?

    /// No password at all.
    static let none = PasswordText(terminated: nil)

    /// No characters, which is not the same as no password.
    static let empty = PasswordText(Secret(copying: [UInt8]()))

    private init(terminated: Secret?) { self.terminated = terminated }

    init(_ password: Secret) {
        terminated = password.withBytes { bytes in
            Secret(count: bytes.count + 1) { span in
                for index in bytes.indices { span[index] = bytes[index] }
            }
        }
    }

    /// Passes the text and its length, without its zero byte, to a closure.
    func lend<Result>(_ body: (UnsafePointer<CChar>?, Int32) -> Result) -> Result {
        guard let terminated else { return body(nil, 0) }
        return terminated.withBytes { bytes in
            unsafe bytes.withUnsafeBytes { buffer in
                unsafe body(
                    buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                    Int32(buffer.count - 1)
                )
            }
        }
    }
}
