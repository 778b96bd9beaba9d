import Bytes
import Cryptography
import TestSupport
import Testing
import World

/// libcrypto's objects of unused keys are reused for the next key, so threads that create and release
/// keys pass them to each other.
@Suite("Keys on a curve")
struct KeyReuseTests {
    struct Pair: Sendable {
        let owner: PrivateKey
        let info: [UInt8]
        let digest: [UInt8]
        let signature: [UInt8]

        init(_ world: World) throws {
            owner = try PrivateKey(on: .p256, from: world.randomness)
            info = owner.publicKey.publicKeyInfo
            digest = world.randomness.bytes(SHA256.digestLength)
            signature = try owner.signature(overSHA256: digest)
        }
    }

    @Test func `are not confused when threads create and release them`() async throws {
        let world = World.simulated(seed: 71, startingAt: UnixTime(seconds: 0))
        let pairs = try (0..<24).map { _ in try Pair(world) }
        let peer = try PrivateKey(on: .p256, from: world.randomness)
        let secrets = try pairs.map { try $0.owner.sharedSecret(with: peer.publicKey) }
        let mistakes = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<8 {
                group.addTask {
                    var mistakes = 0
                    for turn in 0..<300 {
                        let number = (task * 7 + turn) % pairs.count
                        let (pair, other) = (pairs[number], pairs[(number + 1) % pairs.count])
                        // Some points are not on the curve: such an object is not reused.
                        if turn.isMultiple(of: 5) {
                            var broken = other.info
                            broken[90] ^= 1
                            if (try? PublicKey(p256PublicKeyInfo: broken)) != nil { mistakes += 1 }
                        }
                        let key = try PublicKey(p256PublicKeyInfo: pair.info)
                        let neighbour = try PublicKey(p256PublicKeyInfo: other.info)
                        let isRight =
                            try peer.sharedSecret(with: key) == secrets[number]
                            && key.isValidSignature(pair.signature, forSHA256: pair.digest)
                            && !neighbour.isValidSignature(pair.signature, forSHA256: pair.digest)
                            && key == pair.owner.publicKey && key != neighbour
                        if !isRight { mistakes += 1 }
                    }
                    return mistakes
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(mistakes == 0)
    }
}
