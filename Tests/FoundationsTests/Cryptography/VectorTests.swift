import Bytes
import Cryptography
import TestSupport
import Testing

/// Every primitive against independent vectors.
@Suite("Cryptographic vectors")
struct VectorTests {
    struct Digest: Decodable, Sendable, CustomTestStringConvertible {
        let name, message, digest: String
        var testDescription: String { name }
    }

    struct Code: Decodable, Sendable, CustomTestStringConvertible {
        let name, key, message, code: String
        var testDescription: String { name }
    }

    struct Sealing: Decodable, Sendable, CustomTestStringConvertible {
        let name, key, vector, plaintext, sealed: String
        var testDescription: String { name }
    }

    struct Signature: Decodable, Sendable, CustomTestStringConvertible {
        let name, publicKey, message, signature: String
        let isValid: Bool
        var testDescription: String { name }
    }

    struct Agreement: Decodable, Sendable, CustomTestStringConvertible {
        let name, privateKey, peer, sharedSecret: String
        let curve: String
        var testDescription: String { name }
    }

    @Test(arguments: VectorFile<Digest>.cases(in: "sha256.json"))
    func `SHA-256 agrees, whole and in parts`(vector: Digest) throws {
        let message = try Hexadecimal.decode(vector.message)
        #expect(Hexadecimal.encode(SHA256.digest(message)) == vector.digest)
        var hasher = SHA256Hasher()
        for part in [message.prefix(1), message.dropFirst(1)] { hasher.update(Array(part)) }
        #expect(Hexadecimal.encode(hasher.finalize()) == vector.digest)
        var secretly = SHA256Hasher()
        secretly.update(Secret(copying: message))
        let digest = secretly.finalizeSecret()
        #expect(try digest == Secret(copying: Hexadecimal.decode(vector.digest)))
    }

    @Test(arguments: VectorFile<Code>.cases(in: "hmac-sha256.json"))
    func `HMAC agrees`(vector: Code) throws {
        let key = Secret(copying: try Hexadecimal.decode(vector.key))
        let code = HMACSHA256(key: key).code(for: try Hexadecimal.decode(vector.message))
        #expect(code == Secret(copying: try Hexadecimal.decode(vector.code)))
    }

    @Test(arguments: VectorFile<Sealing>.cases(in: "aes-gcm.json"))
    func `AES-GCM agrees, both ways`(vector: Sealing) throws {
        let key = Secret(copying: try Hexadecimal.decode(vector.key))
        let iv = try Hexadecimal.decode(vector.vector)
        let plaintext = Secret(copying: try Hexadecimal.decode(vector.plaintext))
        let sealed = try AESGCM.seal(plaintext, key: key, initializationVector: iv)
        #expect(Hexadecimal.encode(sealed) == vector.sealed)
        #expect(try AESGCM.open(sealed, key: key, initializationVector: iv) == plaintext)
    }

    @Test(arguments: VectorFile<Signature>.cases(in: "ecdsa-p256.json"))
    func `ECDSA signatures are valid or not as the vectors say`(vector: Signature) throws {
        let point = try Hexadecimal.decode(vector.publicKey)
        let key = try PublicKey(uncompressedPoint: point[...], on: .p256)
        let isValid = key.isValidSignature(
            try Hexadecimal.decode(vector.signature),
            forSHA256: SHA256.digest(vector.message)
        )
        #expect(isValid == vector.isValid)
    }

    @Test(arguments: VectorFile<Agreement>.cases(in: "key-agreement.json"))
    func `key agreement gives the whole coordinate`(vector: Agreement) throws {
        let key = try PrivateKey(pem: Secret(copying: Array(vector.privateKey.utf8)))
        #expect(key.curve.rawValue == vector.curve)
        let peer = try PublicKey(
            uncompressedPoint: Hexadecimal.decode(vector.peer)[...],
            on: key.curve
        )
        let expected = Secret(copying: try Hexadecimal.decode(vector.sharedSecret))
        #expect(try key.sharedSecret(with: peer) == expected)
    }

    /// The vectors are worth nothing here unless some of them start with the zero that others drop.
    @Test func `key agreement is tried with leading zeros`() {
        let vectors = VectorFile<Agreement>.cases(in: "key-agreement.json")
        #expect(vectors.filter { $0.sharedSecret.hasPrefix("00") }.count == 3)
    }
}
