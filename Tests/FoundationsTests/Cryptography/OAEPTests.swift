import Bytes
import Cryptography
import TestSupport
import Testing
import World

/// The padding of ours beside libcrypto's and the OpenSSL command line's.
@Suite("Wrapping with RSA-OAEP")
struct OAEPTests {
    static let world = World.simulated(seed: 41, startingAt: UnixTime(seconds: 0))

    @Test func `unwraps what OpenSSL wrapped, and OpenSSL what we wrapped`() throws {
        let key = try RSAPrivateKey(bits: 2048)
        let openSSL = try OpenSSLWrapping(key)
        for length in [1, 16, 32, 190] {
            let secret = Self.world.randomness.bytes(length)
            let theirs = try openSSL.wrapping(secret)
            #expect(try key.unwrap(theirs) == Secret(copying: secret))
            let ours = try key.publicKey.wrapping(
                Secret(copying: secret),
                seed: Self.world.randomness.bytes(32)
            )
            #expect(ours.count == 256)
            #expect(try openSSL.unwrapping(ours) == secret)
            #expect(try key.unwrap(ours) == Secret(copying: secret))
        }
    }

    @Test func `makes what OpenSSL opens with other digests only`() throws {
        let key = try RSAPrivateKey(bits: 2048)
        let secret = Self.world.randomness.bytes(16)
        let cases: [(OAEPPadding.Digests, label: String, mask: String)] = [
            (.sha1, "sha1", "sha1"), (.sha256MaskedBySHA1, "sha256", "sha1"),
        ]
        for (digests, label, mask) in cases {
            let wrapped = try key.publicKey.wrapping(
                Secret(copying: secret),
                seed: Self.world.randomness.bytes(digests.seedLength),
                digests: digests
            )
            #expect(
                try OpenSSLWrapping(key, label: label, mask: mask).unwrapping(wrapped) == secret
            )
            #expect(throws: CryptographyFailure.notUnwrapped) { try key.unwrap(wrapped) }
        }
    }

    @Test func `pads and unpads every length that fits`() throws {
        for length in 0...62 {
            let secret = Secret(copying: Self.world.randomness.bytes(length))
            let seed = Self.world.randomness.bytes(32)
            let block = try OAEPPadding.encode(secret, seed: seed, length: 128)
            #expect(block.count == 128)
            #expect(try OAEPPadding.decode(block) == secret)
        }
        #expect(throws: CryptographyFailure.wrongKind) {
            let secret = Secret(copying: Self.world.randomness.bytes(63))
            return try OAEPPadding.encode(
                secret,
                seed: [UInt8](repeating: 0, count: 32),
                length: 128
            )
        }
        #expect(throws: CryptographyFailure.wrongKind) {
            try OAEPPadding.encode(Secret(copying: []), seed: [1, 2, 3], length: 128)
        }
    }

    /// Whatever is wrong with a block, the answer is the same.
    @Test func `refuses a block with any bit changed before its message`() throws {
        let secret = Secret(copying: Self.world.randomness.bytes(16))
        let seed = Self.world.randomness.bytes(32)
        let block = try OAEPPadding.encode(secret, seed: seed, length: 96)
        let bytes = block.withBytes { [UInt8](copying: $0) }
        for bit in 0..<(8 * bytes.count) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let isInMessage = bit / 8 >= 96 - 16
            let opened = try? OAEPPadding.decode(Secret(copying: changed))
            #expect(opened != secret, "bit \(bit)")
            #expect(isInMessage || opened == nil || opened?.count != 16, "bit \(bit)")
        }
        for length in [0, 1, 65] {
            #expect(throws: CryptographyFailure.notUnwrapped) {
                try OAEPPadding.decode(Secret(copying: [UInt8](repeating: 0, count: length)))
            }
        }
    }
}
