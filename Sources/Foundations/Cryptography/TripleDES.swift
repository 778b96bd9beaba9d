public import Bytes
internal import COpenSSL

/// A key of two 8-byte halves for Triple DES, by libcrypto.
///
/// Payment cards still use it. Nothing else should: the block is short, and NIST withdrew it for new
/// uses.
///
/// - Source: NIST SP 800-67 rev. 2 § 3.3, keying option 2; ISO/IEC 9797-1:2011, MAC algorithm 3 with
///   padding method 2.
public struct TripleDESKey: Sendable {
    /// The number of bytes of a key.
    public static let length = 16
    /// The number of bytes of a block.
    public static let blockLength = 8

    /// The key.
    public let bytes: Secret

    /// A key; nil if it does not have 16 bytes. Parity bits are not checked.
    public init?(_ bytes: Secret) {
        guard bytes.count == Self.length else { return nil }
        self.bytes = bytes
    }

    /// The key with the lowest bit of each byte set so that the byte has an odd number of ones.
    ///
    /// - Source: NIST SP 800-67 rev. 2 § 3.1: the bit does not affect encryption.
    public var withOddParity: TripleDESKey {
        TripleDESKey(copying: self) { key, index in
            key[index] ^ (key[index].nonzeroBitCount.isMultiple(of: 2) ? 1 : 0)
        }
    }

    /// Encrypts whole blocks, each by itself.
    public func encrypt(_ blocks: Secret) -> Secret {
        transformed(blocks, encrypting: true)
    }

    /// Encrypts whole blocks, each by itself.
    public func encrypt(_ blocks: [UInt8]) -> Secret { encrypt(Secret(copying: blocks)) }

    /// Decrypts whole blocks, each by itself.
    public func decrypt(_ blocks: Secret) -> Secret {
        transformed(blocks, encrypting: false)
    }

    /// The 8-byte authentication code of a message: DES with the first half of the key over all
    /// blocks but the last, in a chain, and Triple DES for the last.
    ///
    /// - Source: ISO/IEC 9797-1:2011, MAC algorithm 3, padding method 2.
    public func retailMAC(of message: [UInt8]) -> Secret {
        var padded = message + [0x80]
        let rest = padded.count % Self.blockLength
        if rest > 0 { padded += [UInt8](repeating: 0, count: Self.blockLength - rest) }
        let last = padded.suffix(Self.blockLength)
        let chain = chained(Array(padded.dropLast(Self.blockLength)))
        let input = zip(last, chain).map { $0 ^ $1 }
        padded.clear()
        return encrypt(input)
    }

    /// The last block of a chain of single DES with the first half of the key.
    private func chained(_ blocks: [UInt8]) -> [UInt8] {
        var last = [UInt8](repeating: 0, count: Self.blockLength)
        guard !blocks.isEmpty else { return last }
        bytes.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe quince_des_chain(key.baseAddress, blocks, blocks.count, &last)
            }
        }
        return last
    }

    /// A key whose bytes are a function of another key's.
    private init(copying source: TripleDESKey, _ byte: (Span<UInt8>, Int) -> UInt8) {
        bytes = source.bytes.withBytes { source in
            Secret(count: Self.length) { span in
                for index in 0..<Self.length { span[index] = byte(source, index) }
            }
        }
    }

    private func transformed(_ blocks: Secret, encrypting: Bool) -> Secret {
        precondition(blocks.count.isMultiple(of: Self.blockLength), "blocks are whole")
        guard let context = unsafe EVP_CIPHER_CTX_new() else {
            preconditionFailure("libcrypto has no memory")
        }
        defer { unsafe EVP_CIPHER_CTX_free(context) }
        // Padding only matters to what is decrypted: the last block of encrypted ones is never asked for.
        let isReady = bytes.withBytes { key in
            unsafe key.withUnsafeBufferPointer { key in
                unsafe EVP_CipherInit_ex2(
                    context,
                    TripleDESCipher.shared.cipher,
                    key.baseAddress,
                    nil,
                    encrypting ? 1 : 0,
                    nil
                ) == 1 && (encrypting || EVP_CIPHER_CTX_set_padding(context, 0) == 1)
            }
        }
        precondition(isReady, "libcrypto has no Triple DES")
        return Secret(count: blocks.count) { span in
            let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
                blocks.withBytes { blocks in
                    unsafe blocks.withUnsafeBufferPointer { input in
                        var written: Int32 = 0
                        return unsafe EVP_CipherUpdate(
                            context,
                            output.baseAddress,
                            &written,
                            input.baseAddress,
                            Int32(input.count)
                        ) == 1 && Int(written) == input.count
                    }
                }
            }
            precondition(isDone, "libcrypto cannot encrypt")
        }
    }
}

/// libcrypto's cipher, fetched when Triple DES is first used: a library without it, such as one in FIPS
/// mode, serves everything else.
@safe
private final class TripleDESCipher: @unchecked Sendable {
    static let shared = TripleDESCipher()

    let cipher: OpaquePointer

    private init() {
        guard let cipher = unsafe EVP_CIPHER_fetch(nil, "DES-EDE-ECB", nil) else {
            preconditionFailure("libcrypto has no Triple DES")
        }
        unsafe self.cipher = cipher
    }
}
