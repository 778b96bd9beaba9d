import Bytes
import Cryptography
import TestSupport
import Testing

/// RSA and AES-GCM where careless readers go wrong.
@Suite("The edges of RSA and AES-GCM")
struct SealingEdgeTests {
    struct Key: Decodable, Sendable {
        let name, pem: String
    }

    struct Signature: Decodable, Sendable, CustomTestStringConvertible {
        let name, key, digest, signature: String
        let isValid: Bool
        var testDescription: String { name }
    }

    struct Wrapping: Decodable, Sendable, CustomTestStringConvertible {
        let name, wrapped: String
        let block, message: String?
        var testDescription: String { name }
    }

    struct Sealing: Decodable, Sendable, CustomTestStringConvertible {
        let name, key, vector, sealed: String
        let plaintext, failure: String?
        var testDescription: String { name }
    }

    static let keys = Result {
        try VectorFile<Key>.cases(in: "Edges/rsa-keys.json").map { key in
            (key.name, try RSAPrivateKey(pem: Secret(copying: Array(key.pem.utf8))))
        }
    }

    static func key(_ name: String?) throws -> RSAPrivateKey {
        try #require(keys.get().first { $0.0 == name || name == nil }?.1)
    }

    @Test(arguments: VectorFile<Signature>.cases(in: "Edges/rsa-signatures.json"))
    func `distinguish the one valid signature from all others`(vector: Signature) throws {
        let isValid = try Self.key(vector.key).publicKey.isValidSignature(
            try Hexadecimal.decode(vector.signature),
            forSHA256: try Hexadecimal.decode(vector.digest)
        )
        #expect(isValid == vector.isValid)
    }

    /// libcrypto's reader of the padding and ours, which serves modules that have none.
    @Test(arguments: VectorFile<Wrapping>.cases(in: "Edges/rsa-oaep.json"))
    func `distinguish wrapped keys from all other bytes, with libcrypto's padding and ours`(
        vector: Wrapping
    ) throws {
        let key = try Self.key(nil)
        let wrapped = try Hexadecimal.decode(vector.wrapped)
        let block = try vector.block.map { Secret(copying: try Hexadecimal.decode($0)) }
        guard let message = try vector.message.map({ try Hexadecimal.decode($0) }) else {
            #expect(throws: CryptographyFailure.notUnwrapped) { try key.unwrap(wrapped) }
            if let block {
                #expect(throws: CryptographyFailure.notUnwrapped) {
                    try OAEPPadding.decode(block)
                }
            }
            return
        }
        #expect(try key.unwrap(wrapped) == Secret(copying: message))
        #expect(try OAEPPadding.decode(#require(block)) == Secret(copying: message))
    }

    @Test(arguments: VectorFile<Sealing>.cases(in: "Edges/aes-gcm.json"))
    func `open what has its tag and nothing else`(vector: Sealing) throws {
        let key = Secret(copying: try Hexadecimal.decode(vector.key))
        let iv = try Hexadecimal.decode(vector.vector)
        let sealed = try Hexadecimal.decode(vector.sealed)
        guard let text = vector.plaintext else {
            let failure: CryptographyFailure =
                vector.failure == "wrongKind" ? .wrongKind : .authenticationFailed
            #expect(throws: failure) {
                try AESGCM.open(sealed, key: key, initializationVector: iv)
            }
            return
        }
        let plaintext = Secret(copying: try Hexadecimal.decode(text))
        #expect(try AESGCM.open(sealed, key: key, initializationVector: iv) == plaintext)
        #expect(try AESGCM.seal(plaintext, key: key, initializationVector: iv) == sealed)
    }

    /// A table that lost its valid cases, or the others, would prove half as much.
    @Test func `are tested on both sides`() {
        let signatures = VectorFile<Signature>.cases(in: "Edges/rsa-signatures.json")
        #expect(signatures.filter(\.isValid).count == 2 && signatures.count > 100)
        let wrappings = VectorFile<Wrapping>.cases(in: "Edges/rsa-oaep.json")
        #expect(wrappings.filter { $0.message != nil }.count == 7 && wrappings.count > 50)
        let sealings = VectorFile<Sealing>.cases(in: "Edges/aes-gcm.json")
        #expect(sealings.filter { $0.plaintext != nil }.count > 40)
    }
}
