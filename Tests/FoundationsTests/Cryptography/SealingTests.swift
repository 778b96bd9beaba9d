import Bytes
import Cryptography
import TestSupport
import Testing
import World

@Suite("Sealing with AES-GCM")
struct SealingTests {
    static let key = Secret(copying: [UInt8](repeating: 1, count: 32))
    static let vector = [UInt8](repeating: 0, count: 16)

    @Test func `notices every flipped bit`() throws {
        let text = Secret(copying: Array("Quince".utf8))
        let sealed = try AESGCM.seal(text, key: Self.key, initializationVector: Self.vector)
        for bit in 0..<(8 * sealed.count) {
            var changed = sealed
            changed[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: CryptographyFailure.authenticationFailed) {
                try AESGCM.open(changed, key: Self.key, initializationVector: Self.vector)
            }
        }
    }

    @Test func `opens only completely, with the same key and the same vector`() throws {
        let text = Secret(copying: Array("Quince".utf8))
        let sealed = try AESGCM.seal(text, key: Self.key, initializationVector: Self.vector)
        let otherKey = Secret(copying: [UInt8](repeating: 2, count: 32))
        let attempts: [([UInt8], Secret, [UInt8])] = [
            (sealed, otherKey, Self.vector), (sealed, Self.key, Array(Self.vector.dropLast(4))),
            (sealed, Self.key, Self.vector.dropLast() + [1]),
            (Array(sealed.dropLast()), Self.key, Self.vector),
            (Array(sealed.dropFirst()), Self.key, Self.vector),
            (sealed + [0], Self.key, Self.vector),
            (Array(sealed.prefix(15)), Self.key, Self.vector),
            ([], Self.key, Self.vector),
        ]
        for (sealed, key, vector) in attempts {
            #expect(throws: CryptographyFailure.authenticationFailed) {
                try AESGCM.open(sealed, key: key, initializationVector: vector)
            }
        }
    }

    @Test(arguments: [0, 1, 15, 17, 24, 31, 33])
    func `refuses a key of another length`(length: Int) {
        let key = Secret(copying: [UInt8](repeating: 1, count: length))
        let (sealed, vector) = ([UInt8](repeating: 0, count: 32), Self.vector)
        #expect(throws: CryptographyFailure.wrongKind) {
            try AESGCM.seal(key, key: key, initializationVector: vector)
        }
        #expect(throws: CryptographyFailure.wrongKind) {
            try AESGCM.open(sealed, key: key, initializationVector: vector)
        }
    }

    /// A zero in front is as much a part of the secret as any other byte.
    @Test func `derives another key where a leading zero is dropped`() throws {
        let secret = [0] + SeededRandomness(seed: 1).bytes(31)
        let key = SingleStepKDF.key(sharedSecret: Secret(copying: secret), fixedInfo: [1, 2])
        #expect(key == Secret(copying: SHA256.digest([0, 0, 0, 1] + secret + [1, 2])))
        let short = Secret(copying: Array(secret.dropFirst()))
        #expect(key != SingleStepKDF.key(sharedSecret: short, fixedInfo: [1, 2]))
    }
}
