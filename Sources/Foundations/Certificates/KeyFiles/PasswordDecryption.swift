internal import Bytes
internal import COpenSSL

/// Decryption of data that was judged, and MACs, with a password, by libcrypto.
enum PasswordDecryption {
    /// Opens content by an AlgorithmIdentifier in DER; nil if its padding does not fit. `legacy` has the
    /// algorithm, where libcrypto's default provider has not.
    static func open(
        _ content: [UInt8],
        by algorithm: [UInt8],
        _ password: PasswordText,
        from legacy: LegacyAlgorithms? = nil
    ) -> Secret? {
        let parsed = unsafe algorithm.withUnsafeBufferPointer { bytes in
            var position = bytes.baseAddress
            return unsafe d2i_X509_ALGOR(nil, &position, bytes.count)
        }
        defer { ERR_clear_error() }
        guard let parsed = unsafe parsed else { return nil }
        defer { unsafe X509_ALGOR_free(parsed) }
        var output: UnsafeMutablePointer<UInt8>?
        var length: Int32 = 0
        let result = unsafe password.lend { text, count in
            unsafe PKCS12_pbe_crypt_ex(
                parsed,
                text,
                count,
                content,
                Int32(content.count),
                &output,
                &length,
                0,
                legacy?.context,
                nil
            )
        }
        guard unsafe result != nil, let output = unsafe output else { return nil }
        let count = max(0, Int(length))
        defer {
            unsafe OPENSSL_cleanse(output, count)
            unsafe quince_OPENSSL_free(output)
        }
        return Secret(count: count) { span in
            for index in 0..<count { span[index] = unsafe output[index] }
        }
    }

    /// The key of a code by PKCS #12's own derivation.
    static func codeKey(
        _ password: PasswordText,
        salt: [UInt8],
        rounds: Int,
        digest: String,
        length: Int
    ) -> Secret? {
        var isMade = false
        var salt = salt
        let key = Secret(count: length) { span in
            isMade = unsafe span.withUnsafeMutableBufferPointer { output in
                unsafe password.lend { text, count in
                    guard let algorithm = unsafe EVP_MD_fetch(nil, digest, nil) else {
                        return false
                    }
                    defer { unsafe EVP_MD_free(algorithm) }
                    return unsafe PKCS12_key_gen_utf8(
                        text,
                        count,
                        &salt,
                        Int32(salt.count),
                        PKCS12_MAC_ID,
                        Int32(rounds),
                        Int32(length),
                        output.baseAddress,
                        algorithm
                    ) == 1
                }
            }
        }
        if !isMade { ERR_clear_error() }
        return isMade ? key : nil
    }

    /// HMAC of some bytes.
    static func code(_ content: ArraySlice<UInt8>, key: Secret, digest: String) -> Secret? {
        var isMade = false
        let code = Secret(count: key.count) { span in
            isMade = unsafe span.withUnsafeMutableBufferPointer { output in
                key.withBytes { bytes in
                    unsafe bytes.withUnsafeBufferPointer { key in
                        unsafe content.withUnsafeBufferPointer { content in
                            var length = 0
                            return unsafe EVP_Q_mac(
                                nil,
                                "HMAC",
                                nil,
                                digest,
                                nil,
                                key.baseAddress,
                                key.count,
                                content.baseAddress,
                                content.count,
                                output.baseAddress,
                                output.count,
                                &length
                            ) != nil && length == output.count
                        }
                    }
                }
            }
        }
        if !isMade { ERR_clear_error() }
        return isMade ? code : nil
    }
}
