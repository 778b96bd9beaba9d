internal import COpenSSL

/// The algorithms of libcrypto, fetched once, because a look-up for every operation is slow.
@safe
final class FetchedAlgorithms: @unchecked Sendable {
    static let shared = FetchedAlgorithms()

    let sha256: OpaquePointer
    let hmac: OpaquePointer
    let aes128GCM: OpaquePointer
    let aes256GCM: OpaquePointer

    private init() {
        guard let sha256 = unsafe EVP_MD_fetch(nil, "SHA2-256", nil),
            let hmac = unsafe EVP_MAC_fetch(nil, "HMAC", nil),
            let aes128GCM = unsafe EVP_CIPHER_fetch(nil, "AES-128-GCM", nil),
            let aes256GCM = unsafe EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)
        else { preconditionFailure("libcrypto has no default provider") }
        unsafe self.sha256 = sha256
        unsafe self.hmac = hmac
        unsafe self.aes128GCM = aes128GCM
        unsafe self.aes256GCM = aes256GCM
    }
}
