import Bytes
import Cryptography
import Testing
import World

/// Keys that are drawn rather than read.
@Suite("Key generation")
struct KeyGenerationTests {
    @Test(arguments: [EllipticCurve.p256, .p384])
    func `makes matching pairs, on either curve`(curve: EllipticCurve) throws {
        let world = World.simulated(seed: 1, startingAt: UnixTime(seconds: 0))
        let digest = SHA256.digest("a message")
        for _ in 0..<8 {
            let pair = try PrivateKey(on: curve, from: world.randomness)
            #expect(pair.publicKey.kind == .ellipticCurve(curve))
            let signature = try pair.signature(overSHA256: digest)
            #expect(pair.publicKey.isValidSignature(signature, forSHA256: digest))
            let readBack = try PrivateKey(pem: pair.pem)
            #expect(readBack.publicKey == pair.publicKey)
            #expect(readBack.publicKey.publicKeyInfo == pair.publicKey.publicKeyInfo)
        }
    }
}
