import Bytes
import Cryptography
import TestSupport
import Testing
import World

/// P-256 where careless readers go wrong: keys that are none, and signatures that barely are.
@Suite("The edges of P-256")
struct CurveEdgeTests {
    struct Agreement: Decodable, Sendable, CustomTestStringConvertible {
        let name, scalar, point, publicKeyInfo, sharedSecret: String
        var testDescription: String { name }
    }

    struct RefusedPoint: Decodable, Sendable, CustomTestStringConvertible {
        let name, point, publicKeyInfo, failure: String
        var testDescription: String { name }
    }

    struct RefusedInfo: Decodable, Sendable, CustomTestStringConvertible {
        let name, publicKeyInfo: String
        let isOfAnotherKind: Bool
        var testDescription: String { name }
    }

    struct Signature: Decodable, Sendable, CustomTestStringConvertible {
        let name, publicKey, digest, signature: String
        let isValid: Bool
        var testDescription: String { name }
    }

    @Test(arguments: VectorFile<Agreement>.cases(in: "Edges/p256-agreements.json"))
    func `are the same for every kind of key and every encoding of the peer`(
        vector: Agreement
    ) throws {
        let scalar = try Hexadecimal.decode(vector.scalar)
        let point = try Hexadecimal.decode(vector.point)
        let info = try Hexadecimal.decode(vector.publicKeyInfo)
        let peers = [
            try PublicKey(uncompressedPoint: point[...], on: .p256),
            try PublicKey(p256PublicKeyInfo: info), try PublicKey(publicKeyInfo: info),
        ]
        let lasting = try PrivateKey(on: .p256, from: ScriptedRandomness([scalar]))
        let ephemeral = try EphemeralKey(on: .p256, from: ScriptedRandomness([scalar]))
        let expected = Secret(copying: try Hexadecimal.decode(vector.sharedSecret))
        #expect(expected.count == 32)
        for peer in peers {
            #expect(peer.publicKeyInfo == info)
            #expect(try lasting.sharedSecret(with: peer) == expected)
            #expect(try ephemeral.sharedSecret(with: peer) == expected)
        }
    }

    @Test(arguments: VectorFile<RefusedPoint>.cases(in: "Edges/p256-refused-points.json"))
    func `refuse every other point, raw and encoded`(vector: RefusedPoint) throws {
        let point = try Hexadecimal.decode(vector.point)
        let info = try Hexadecimal.decode(vector.publicKeyInfo)
        let failure: CryptographyFailure =
            vector.failure == "pointNotOnCurve" ? .pointNotOnCurve : .notAPublicKey
        #expect(throws: failure) { try PublicKey(uncompressedPoint: point[...], on: .p256) }
        #expect(throws: failure) { try PublicKey(p256PublicKeyInfo: info) }
        // libcrypto itself refuses all of these but infinity.
        let generalFailure: CryptographyFailure =
            vector.name == "infinity, one zero byte" ? .pointNotOnCurve : .notAPublicKey
        #expect(throws: generalFailure) { try PublicKey(publicKeyInfo: info) }
    }

    @Test(arguments: VectorFile<RefusedInfo>.cases(in: "Edges/p256-refused-infos.json"))
    func `refuse every other encoding`(vector: RefusedInfo) throws {
        let info = try Hexadecimal.decode(vector.publicKeyInfo)
        #expect(throws: CryptographyFailure.notAPublicKey) {
            try PublicKey(p256PublicKeyInfo: info)
        }
        guard vector.isOfAnotherKind else {
            // libcrypto reads these parameters, which are no named curve's.
            let failure: CryptographyFailure =
                vector.name == "with explicit parameters of a chosen generator"
                ? .wrongKind : .notAPublicKey
            #expect(throws: failure) { try PublicKey(publicKeyInfo: info) }
            return
        }
        let other = try PublicKey(publicKeyInfo: info)
        let lasting = try PrivateKey(on: .p256, from: SeededRandomness(seed: 1))
        let ephemeral = try EphemeralKey(on: .p256, from: SeededRandomness(seed: 1))
        #expect(throws: CryptographyFailure.wrongKind) { try lasting.sharedSecret(with: other) }
        #expect(throws: CryptographyFailure.wrongKind) { try ephemeral.sharedSecret(with: other) }
    }

    @Test(arguments: VectorFile<Signature>.cases(in: "Edges/ecdsa-signatures.json"))
    func `distinguish valid signatures from all others`(vector: Signature) throws {
        let point = try Hexadecimal.decode(vector.publicKey)
        let key = try PublicKey(uncompressedPoint: point[...], on: .p256)
        let isValid = key.isValidSignature(
            try Hexadecimal.decode(vector.signature),
            forSHA256: try Hexadecimal.decode(vector.digest)
        )
        #expect(isValid == vector.isValid)
    }

    /// A table that lost its valid cases, or the others, would prove half as much.
    @Test func `are tested on both sides`() {
        let signatures = VectorFile<Signature>.cases(in: "Edges/ecdsa-signatures.json")
        #expect(signatures.filter(\.isValid).count > 20)
        #expect(signatures.filter { !$0.isValid }.count > 100)
        let secrets = VectorFile<Agreement>.cases(in: "Edges/p256-agreements.json")
            .map(\.sharedSecret)
        #expect(secrets.contains { $0.hasPrefix("00") && !$0.hasPrefix("0000") })
        #expect(secrets.contains { $0.hasPrefix("0000") && !$0.hasPrefix("000000") })
    }
}
