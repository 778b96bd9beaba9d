import Bytes
import Cryptography
import Foundation
import TestSupport
import Testing
import World

@Suite("Keys")
struct KeyTests {
    static let world = World.simulated(seed: 11, startingAt: UnixTime(seconds: 0))

    static func point(on curve: EllipticCurve) throws -> [UInt8] {
        let key = try PrivateKey(on: curve, from: SeededRandomness(seed: 3))
        return Array(key.publicKey.publicKeyInfo.dropFirst(curve.publicKeyInfoPrefix.count))
    }

    static func changed(_ bytes: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        var changed = bytes
        change(&changed)
        return changed
    }

    @Test(arguments: [EllipticCurve.p256, .p384])
    func `are uncompressed points on their curve or refused`(curve: EllipticCurve) throws {
        let point = try Self.point(on: curve)
        let length = curve.coordinateLength
        let refused: [([UInt8], CryptographyFailure)] = [
            ([], .notAPublicKey), ([0], .notAPublicKey), ([4], .notAPublicKey),
            (Array(point.dropLast()), .notAPublicKey), (point + [0], .notAPublicKey),
            ([2 | point[2 * length] & 1] + point[1...length], .notAPublicKey),
            (Self.changed(point) { $0[0] = 6 | $0[2 * length] & 1 }, .notAPublicKey),
            ([UInt8](repeating: 0, count: 1 + 2 * length), .notAPublicKey),
            ([4] + [UInt8](repeating: 0, count: 2 * length), .pointNotOnCurve),
            ([4] + [UInt8](repeating: 0xff, count: 2 * length), .pointNotOnCurve),
            (Self.changed(point) { $0[2 * length] ^= 1 }, .pointNotOnCurve),
            (Self.changed(point) { $0[1] ^= 0x80 }, .pointNotOnCurve),
        ]
        #expect(
            try PublicKey(uncompressedPoint: point[...], on: curve).kind == .ellipticCurve(curve)
        )
        for (bytes, failure) in refused {
            #expect(throws: failure) { try PublicKey(uncompressedPoint: bytes[...], on: curve) }
        }
    }

    @Test func `in a SubjectPublicKeyInfo are P-256 to the byte, or refused`() throws {
        let prefix = EllipticCurve.p256.publicKeyInfoPrefix
        let point = try Self.point(on: .p256)
        let info = prefix + point
        #expect(try PublicKey(p256PublicKeyInfo: info).publicKeyInfo == info)
        let other = try Self.point(on: .p384)
        let refused = [
            [], prefix, Array(info.dropLast()), info + [0], Array(info.dropFirst()),
            EllipticCurve.p384.publicKeyInfoPrefix + other, prefix + other,
        ]
        for bytes in refused {
            #expect(throws: CryptographyFailure.notAPublicKey) {
                try PublicKey(p256PublicKeyInfo: bytes)
            }
        }
    }

    @Test func `at infinity or with bytes behind them are refused in any form`() throws {
        let key = try PrivateKey(on: .p256, from: Self.world.randomness)
        let info = key.publicKey.publicKeyInfo
        let infinity = [0x30, 0x19] + info[2..<23] + [0x03, 0x02, 0x00, 0x00]
        for bytes in [info + [0], Array(info.dropLast()), []] {
            #expect(throws: CryptographyFailure.notAPublicKey) {
                try PublicKey(publicKeyInfo: bytes)
            }
        }
        #expect(throws: CryptographyFailure.pointNotOnCurve) {
            try PublicKey(publicKeyInfo: Array(infinity))
        }
        #expect(try PublicKey(publicKeyInfo: info) == key.publicKey)
    }

    @Test(arguments: [EllipticCurve.p256, .p384])
    func `are a function of the randomness they are drawn from`(curve: EllipticCurve) throws {
        let keys = try [5, 5, 6].map {
            try PrivateKey(on: curve, from: SeededRandomness(seed: $0))
        }
        #expect(keys[0].publicKey == keys[1].publicKey)
        #expect(keys[0].publicKey != keys[2].publicKey)
        #expect(keys[0].pem == keys[1].pem)
    }

    /// A scalar of zero and one that is not below the order are passed over (FIPS 186-4 § B.4.2).
    @Test func `are drawn again if a scalar is out of range`() throws {
        let zero = [UInt8](repeating: 0, count: 32)
        let order = try Hexadecimal.decode(
            "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
        )
        let one = Array(zero.dropLast()) + [1]
        let script = ScriptedRandomness([zero, order, [UInt8](repeating: 255, count: 32), one])
        let key = try PrivateKey(on: .p256, from: script)
        let generator = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
        let x = key.publicKey.publicKeyInfo.dropFirst(27).prefix(32)
        #expect(Hexadecimal.encode(x) == generator)
    }

    @Test func `of different curves do not agree`() throws {
        let (left, right) = (
            try PrivateKey(on: .p256, from: Self.world.randomness),
            try PrivateKey(on: .p384, from: Self.world.randomness)
        )
        #expect(throws: CryptographyFailure.wrongKind) {
            try left.sharedSecret(with: right.publicKey)
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `lead both owners to the same secret`(seed: UInt64) throws {
        let randomness = SeededRandomness(seed: seed)
        for curve in [EllipticCurve.p256, .p384] {
            let left = try PrivateKey(on: curve, from: randomness)
            let right = try PrivateKey(on: curve, from: randomness)
            let secret = try left.sharedSecret(with: right.publicKey)
            #expect(try right.sharedSecret(with: left.publicKey) == secret)
            #expect(secret.count == curve.coordinateLength)
        }
    }

    @Test func `make signatures that only they can make`() throws {
        let digest = SHA256.digest("a message")
        for curve in [EllipticCurve.p256, .p384] {
            let key = try PrivateKey(on: curve, from: Self.world.randomness)
            let other = try PrivateKey(on: curve, from: Self.world.randomness)
            let signature = try key.signature(overSHA256: digest)
            #expect(key.publicKey.isValidSignature(signature, forSHA256: digest))
            #expect(!other.publicKey.isValidSignature(signature, forSHA256: digest))
            #expect(!key.publicKey.isValidSignature(signature, forSHA256: SHA256.digest("another")))
            #expect(!key.publicKey.isValidSignature([], forSHA256: digest))
        }
    }

    @Test func `do not appear in descriptions`() throws {
        let key = try PrivateKey(on: .p256, from: Self.world.randomness)
        let text = key.pem.revealedText()
        let scalar = try #require(Self.scalar(of: key))
        for shown in [key, key.pem, [key], key.publicKey].flatMap(Exposure.everyView) {
            #expect(!shown.contains("PRIVATE KEY") && !shown.contains(text))
            #expect(Exposure.traces(of: scalar, in: shown).isEmpty)
        }
    }

    static func scalar(of key: PrivateKey) -> [UInt8]? {
        let lines = key.pem.revealedText().split(separator: "\n").dropFirst().dropLast()
        // PKCS #8 of a named curve: the scalar stands at a fixed place.
        return Data(base64Encoded: lines.joined()).map { [UInt8]($0[36..<68]) }
    }
}

/// Randomness that says what it was told to say.
final class ScriptedRandomness: Randomness {
    private let script: LockedValue<[[UInt8]]>

    init(_ script: [[UInt8]]) { self.script = LockedValue(script) }

    func bytes(_ count: Int) -> [UInt8] { script.withLock { $0.removeFirst() } }
}
