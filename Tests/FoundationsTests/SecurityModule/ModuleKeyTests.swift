import Bytes
import Cryptography
import Foundation
import SecurityModule
import TestSupport
import Testing
import World

/// SoftHSM is the module: Debian's package softhsm2, for tests only.
@Suite(
    "A key in a security module",
    .enabled(if: SoftwareToken.isInstalled, "softhsm2 is not installed")
)
struct ModuleKeyTests {
    /// A token with a P-256 key, an RSA key and one on P-384, and the same keys in memory.
    struct Bench: Sendable {
        let token: SoftwareToken
        let curveKey: PrivateKey
        let rsaKey: RSAPrivateKey

        init(_ label: SoftwareToken.Label) throws {
            token = SoftwareToken(label)
            curveKey = try PrivateKey(on: .p256, from: SeededRandomness(seed: 71))
            rsaKey = try RSAPrivateKey(bits: 2048)
            let other = try PrivateKey(on: .p384, from: SeededRandomness(seed: 72))
            try token.importKey(curveKey.pem.revealedText(), object: "curve", id: "01")
            try token.importKey(
                rsaKey.pem.revealedText(),
                object: "rsa",
                id: "02",
                mayDerive: false
            )
            try token.importKey(other.pem.revealedText(), object: "p384", id: "03")
            try token.importKey(
                curveKey.pem.revealedText(),
                object: "idle",
                id: "04",
                mayDerive: false
            )
        }

        func key(
            _ object: String,
            pin: String? = SoftwareToken.pin,
            publicKey: PublicKey? = nil,
            sessions: Int = 8
        ) throws -> ModuleKey {
            try ModuleKey(
                ModuleURI(token.uri(object)),
                pin: pin.map { Secret(copying: Array($0.utf8)) },
                publicKey: publicKey,
                sessions: sessions,
                randomness: SeededRandomness(seed: 73)
            )
        }
    }

    static let shared = Result { try Bench(.shared) }

    @Test func `is known by its public half`() throws {
        let bench = try Self.shared.get()
        #expect(try bench.key("curve").publicKey == bench.curveKey.publicKey)
        #expect(try bench.key("rsa").publicKey == bench.rsaKey.publicKey)
        let byID = bench.token.uri("x").replacing("object=x", with: "id=%01")
        let found = try ModuleKey(
            ModuleURI(byID),
            pin: Secret(copying: Array(SoftwareToken.pin.utf8)),
            randomness: SeededRandomness(seed: 1)
        )
        #expect(found.publicKey == bench.curveKey.publicKey)
    }

    @Test func `agrees on the secrets that the same key in memory agrees on`() throws {
        let bench = try Self.shared.get()
        let key = try bench.key("curve")
        let randomness = SeededRandomness(seed: 74)
        var leadingZeros = 0
        for _ in 0..<1_000 {
            let peer = try PrivateKey(on: .p256, from: randomness).publicKey
            let ours = try bench.curveKey.sharedSecret(with: peer)
            #expect(try key.sharedSecret(with: peer) == ours)
            #expect(ours.count == 32)
            leadingZeros += ours.withBytes { $0[0] == 0 ? 1 : 0 }
        }
        #expect(leadingZeros > 0, "no secret began with a zero byte, which is the case that fails")
    }

    @Test func `unwraps what the same key in memory unwraps, and nothing else`() throws {
        let bench = try Self.shared.get()
        let key = try bench.key("rsa")
        let randomness = SeededRandomness(seed: 75)
        for length in [16, 1, 0, 190] {
            let message = Secret(copying: randomness.bytes(length))
            let seed = randomness.bytes(32)
            let wrapped = try bench.rsaKey.publicKey.wrapping(message, seed: seed)
            #expect(try key.unwrap(wrapped) == message)
            #expect(try bench.rsaKey.unwrap(wrapped) == message)
            var changed = wrapped
            changed[100] ^= 1
            let other = try bench.rsaKey.publicKey.wrapping(
                message,
                seed: seed.dropLast(12),
                digests: .sha1
            )
            let wrong = [
                changed, other, Array(wrapped.dropLast()), wrapped + [0], [],
                [UInt8](repeating: 0xff, count: 256), [UInt8](repeating: 0, count: 256),
            ]
            for bytes in wrong {
                #expect(throws: CryptographyFailure.notUnwrapped, "\(bytes.prefix(2))") {
                    try key.unwrap(bytes)
                }
            }
        }
        #expect(key.lastFailure == nil)
    }

    @Test func `does only what its kind supports`() throws {
        let bench = try Self.shared.get()
        let (curve, rsa) = (try bench.key("curve"), try bench.key("rsa"))
        let other = try PrivateKey(on: .p384, from: SeededRandomness(seed: 76)).publicKey
        for peer in [other, rsa.publicKey] {
            #expect(throws: CryptographyFailure.wrongKind) { try curve.sharedSecret(with: peer) }
        }
        #expect(throws: CryptographyFailure.wrongKind) {
            try rsa.sharedSecret(with: curve.publicKey)
        }
        #expect(throws: CryptographyFailure.wrongKind) {
            try curve.unwrap([UInt8](repeating: 1, count: 256))
        }
        #expect(throws: SecurityModuleFailure.keyOfAnotherKind) { try bench.key("p384") }
    }

    @Test func `never leaves the module`() throws {
        let bench = try Self.shared.get()
        for object in ["curve", "rsa"] {
            let view = try ModuleView(bench.token, object: object)
            #expect(view.isSensitive && !view.isExtractable)
            #expect(!view.showsPrivateValue)
        }
    }

    @Test func `serves many threads with few sessions`() async throws {
        let bench = try Self.shared.get()
        let key = try bench.key("curve", sessions: 3)
        let peers = try (0..<200)
            .map { try PrivateKey(on: .p256, from: SeededRandomness(seed: 800 + $0)).publicKey }
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
            for peer in peers {
                group.addTask {
                    try key.sharedSecret(with: peer) != bench.curveKey.sharedSecret(with: peer)
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(wrong == 0)
    }

    @Test func `is not found where it is not`() throws {
        let bench = try Self.shared.get()
        let module = SoftwareToken.modulePath ?? ""
        let text = bench.token.uri("curve")
        let cases: [(String, SecurityModuleFailure)] = [
            (text.replacing(module, with: "/no/such/module.so"), .moduleNotFound),
            (text.replacing(module, with: "/bin/true"), .moduleNotFound),
            (text.replacing("token=QuinceShared", with: "token=Other"), .tokenNotPresent),
            (text.replacing("token=QuinceShared", with: "serial=0"), .tokenNotPresent),
            (text.replacing("object=curve", with: "object=none"), .keyNotFound),
            (text.replacing("object=curve", with: "id=%09"), .keyNotFound),
        ]
        for (uri, failure) in cases {
            #expect(throws: failure, "\(uri)") {
                try ModuleKey(
                    ModuleURI(uri),
                    pin: Secret(copying: Array(SoftwareToken.pin.utf8)),
                    randomness: SeededRandomness(seed: 1)
                )
            }
            #expect(!failure.description.isEmpty && !failure.remedy.isEmpty)
        }
    }

    @Test func `must be permitted to derive`() throws {
        let bench = try Self.shared.get()
        let refusal = #expect(throws: SecurityModuleFailure.self) { try bench.key("idle") }
        #expect(refusal == .keyMayNotBeUsed(code: 0x68))
        #expect(refusal?.remedy.contains("CKA_DERIVE") == true)
    }

    @Test func `is one of one name`() throws {
        let token = SoftwareToken(.twins)
        for (seed, id) in [(77, "01"), (78, "02")] as [(UInt64, String)] {
            let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: seed))
            try token.importKey(key.pem.revealedText(), object: "twin", id: id)
        }
        #expect(throws: SecurityModuleFailure.severalKeys) {
            try ModuleKey(
                ModuleURI(token.uri("twin")),
                pin: Secret(copying: Array(SoftwareToken.pin.utf8)),
                randomness: SeededRandomness(seed: 1)
            )
        }
    }
}
