internal import COpenSSL

/// RC2 and RC4, which only libcrypto's legacy provider has. PKCS #12 files of Keychain Access and of
/// OpenSSL before version 3 need them.
///
/// They are in a library context of their own, so that nothing else gets them.
@safe
final class LegacyAlgorithms: @unchecked Sendable {
    /// Nil if the provider is not installed.
    static let shared = LegacyAlgorithms()

    let context: OpaquePointer

    private init?() {
        guard let context = unsafe OSSL_LIB_CTX_new() else { return nil }
        guard unsafe OSSL_PROVIDER_load(context, "legacy") != nil,
            unsafe OSSL_PROVIDER_load(context, "default") != nil
        else {
            unsafe OSSL_LIB_CTX_free(context)
            ERR_clear_error()
            return nil
        }
        unsafe self.context = context
    }
}
