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

    /// A block, by the data under its mask: the label's hash, zeros, 01 and the message.
    struct Block: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var first: UInt8 = 0
        var labelHash = SHA256.digest("")
        let rest: [UInt8]
        /// The opened message; nil for a block that is refused.
        let message: [UInt8]?

        /// The block as RFC 8017 § 7.1.1 masks it, with a seed of 32 bytes.
        var bytes: [UInt8] {
            let (seed, data) = ([UInt8](repeating: 0x5a, count: 32), labelHash + rest)
            let maskedData = zip(data, mask(of: seed, data.count)).map { $0 ^ $1 }
            return [first] + zip(seed, mask(of: maskedData, 32)).map { $0 ^ $1 } + maskedData
        }

        /// RFC 8017 § B.2.1.
        private func mask(of seed: [UInt8], _ count: Int) -> [UInt8] {
            let blocks = (0...UInt8(count / 32)).flatMap { SHA256.digest(seed + [0, 0, 0, $0]) }
            return Array(blocks.prefix(count))
        }
    }

    static let blocks = [
        Block(testDescription: "zeros, 01, message", rest: [0, 0, 1, 7, 8], message: [7, 8]),
        Block(testDescription: "no zeros", rest: [1, 7, 8], message: [7, 8]),
        Block(testDescription: "no message", rest: [0, 0, 1], message: []),
        Block(testDescription: "01 in the message", rest: [0, 1, 1, 0, 1], message: [1, 0, 1]),
        Block(testDescription: "02 for 01", rest: [0, 0, 2, 7, 8], message: nil),
        Block(testDescription: "02 before 01", rest: [0, 2, 1, 7, 8], message: nil),
        Block(testDescription: "80 for 01", rest: [0, 0x80, 7, 8], message: nil),
        Block(testDescription: "no 01", rest: [0, 0, 0, 0], message: nil),
        Block(testDescription: "nothing after the hash", rest: [], message: nil),
        Block(testDescription: "a first byte", first: 1, rest: [0, 1, 7], message: nil),
        Block(
            testDescription: "another label",
            labelHash: SHA256.digest("label"),
            rest: [0, 1, 7],
            message: nil
        ),
    ]

    @Test(arguments: blocks)
    func `reads a message only after the label's hash, zeros and 01`(block: Block) throws {
        let bytes = Secret(copying: block.bytes)
        if let message = block.message {
            #expect(try OAEPPadding.decode(bytes) == Secret(copying: message))
        } else {
            #expect(throws: CryptographyFailure.notUnwrapped) { try OAEPPadding.decode(bytes) }
        }
    }

    /// Each half of a block masks the other, so that no change stays in its place. Whatever is wrong,
    /// the answer is the same.
    @Test func `refuses a block with any bit changed`() throws {
        let secret = Secret(copying: Self.world.randomness.bytes(16))
        let seed = Self.world.randomness.bytes(32)
        let block = try OAEPPadding.encode(secret, seed: seed, length: 96)
        let bytes = block.withBytes { [UInt8](copying: $0) }
        for bit in 0..<(8 * bytes.count) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptographyFailure.notUnwrapped, "bit \(bit)") {
                try OAEPPadding.decode(Secret(copying: changed))
            }
        }
        for length in [0, 1, 65] {
            #expect(throws: CryptographyFailure.notUnwrapped) {
                try OAEPPadding.decode(Secret(copying: [UInt8](repeating: 0, count: length)))
            }
        }
    }
}
