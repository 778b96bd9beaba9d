public import Bytes
internal import COpenSSL

/// The padding of RSAES-OAEP without a label, separate from the RSA operation.
///
/// libcrypto implements it only inside its own operation. It is implemented here for security
/// modules that offer only raw RSA, and for encryption in which every byte comes from a seed.
/// Tests compare it with libcrypto's.
///
/// - Source: RFC 8017 § 7.1 and appendix B.2.1.
public enum OAEPPadding {
    /// The digest for the label, and the one for the mask.
    public struct Digests: Hashable, Sendable {
        let label: Digest
        let mask: Digest

        /// SHA-256 for both, as Apple Pay requires.
        public static let sha256 = Digests(label: .sha256, mask: .sha256)
        /// SHA-1 for both: the default of many libraries, which Apple Pay does not accept.
        public static let sha1 = Digests(label: .sha1, mask: .sha1)
        /// SHA-256 for the label and SHA-1 for the mask: the default of one library, which Apple
        /// Pay does not accept.
        public static let sha256MaskedBySHA1 = Digests(label: .sha256, mask: .sha1)

        /// The number of random bytes that a padding needs.
        public var seedLength: Int { label.length }
    }

    enum Digest: Hashable {
        case sha256, sha1

        var length: Int { self == .sha256 ? 32 : 20 }
        var name: String { self == .sha256 ? "SHA2-256" : "SHA1" }
    }

    /// Pads a message to a block of the modulus' length.
    ///
    /// - Throws: ``CryptographyFailure/wrongKind`` if the message is too long for the block or the
    ///   seed does not have the digest's length.
    public static func encode(
        _ message: Secret,
        seed: [UInt8],
        length: Int,
        digests: Digests = .sha256
    ) throws(CryptographyFailure) -> Secret {
        let hashLength = digests.label.length
        guard seed.count == hashLength, message.count + 2 * hashLength + 2 <= length else {
            throw .wrongKind
        }
        let labelHash = digest(digests.label, of: [])
        let zeros = Secret(count: length - message.count - 2 * hashLength - 2) { _ in }
        let data = joined([labelHash, zeros, Secret(copying: [1]), message])
        let maskedData = xored(data, with: mask(of: Secret(copying: seed), data.count, digests))
        let seedMask = mask(of: maskedData, hashLength, digests)
        let maskedSeed = xored(Secret(copying: seed), with: seedMask)
        return joined([Secret(copying: [0]), maskedSeed, maskedData])
    }

    /// The message in a block. The running time does not depend on what is wrong with the block.
    ///
    /// - Throws: ``CryptographyFailure/notUnwrapped`` for every problem.
    public static func decode(_ block: Secret) throws(CryptographyFailure) -> Secret {
        let digests = Digests.sha256
        let hashLength = digests.label.length
        guard block.count >= 2 * hashLength + 2 else { throw .notUnwrapped }
        let maskedSeed = part(of: block, 1..<(1 + hashLength))
        let maskedData = part(of: block, (1 + hashLength)..<block.count)
        let seed = xored(maskedSeed, with: mask(of: maskedData, hashLength, digests))
        let data = xored(maskedData, with: mask(of: seed, maskedData.count, digests))
        let labelHash = digest(digests.label, of: [])
        var wrong = block.withBytes { $0[0] }
        var isPastZeros: UInt8 = 0
        var start = 0
        data.withBytes { bytes in
            labelHash.withBytes { label in
                for index in label.indices { wrong |= bytes[index] ^ label[index] }
            }
            for index in hashLength..<bytes.count {
                let isOne = allOnes(ifZero: bytes[index] ^ 1)
                let isZero = allOnes(ifZero: bytes[index])
                let isSeparator = isOne & ~isPastZeros
                wrong |= ~(isZero | isOne | isPastZeros)
                start |= (index + 1) & Int(Int8(bitPattern: isSeparator))
                isPastZeros |= isOne
            }
        }
        wrong |= ~isPastZeros
        guard wrong == 0 else { throw .notUnwrapped }
        return part(of: data, start..<data.count)
    }

    /// 0xff for zero and 0 for any other value, without a branch.
    private static func allOnes(ifZero byte: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: (Int(byte) - 1) >> 8)
    }

    /// MGF1 of RFC 8017 § B.2.1.
    private static func mask(of seed: Secret, _ length: Int, _ digests: Digests) -> Secret {
        let blocks = (0...((length - 1) / digests.mask.length)).map { counter -> Secret in
            let number = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> $0) }
            return digest(digests.mask, of: [seed, Secret(copying: number)])
        }
        return part(of: joined(blocks), 0..<length)
    }

    private static func digest(_ digest: Digest, of parts: [Secret]) -> Secret {
        let input = joined(parts)
        return Secret(count: digest.length) { span in
            let isDone = unsafe span.withUnsafeMutableBufferPointer { output in
                input.withBytes { bytes in
                    unsafe bytes.withUnsafeBufferPointer {
                        unsafe EVP_Q_digest(
                            nil,
                            digest.name,
                            nil,
                            $0.baseAddress,
                            $0.count,
                            output.baseAddress,
                            nil
                        ) == 1
                    }
                }
            }
            precondition(isDone, "libcrypto has no \(digest.name)")
        }
    }

    private static func xored(_ secret: Secret, with mask: Secret) -> Secret {
        Secret(count: secret.count) { span in
            secret.withBytes { left in
                mask.withBytes { right in
                    for index in left.indices { span[index] = left[index] ^ right[index] }
                }
            }
        }
    }

    private static func part(of secret: Secret, _ range: Range<Int>) -> Secret {
        secret.withBytes { Secret(copying: $0.extracting(range)) }
    }

    private static func joined(_ parts: [Secret]) -> Secret {
        Secret(count: parts.reduce(0) { $0 + $1.count }) { span in
            var place = 0
            for part in parts {
                part.withBytes { bytes in
                    for index in bytes.indices { span[place + index] = bytes[index] }
                }
                place += part.count
            }
        }
    }
}
