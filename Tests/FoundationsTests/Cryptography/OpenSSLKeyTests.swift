import Bytes
import Cryptography
import Foundation
import TestSupport
import Testing
import World

/// Keys and signatures beside the OpenSSL command line, a program with a life of its own.
@Suite("Keys compared with OpenSSL")
struct OpenSSLKeyTests {
    @Test(arguments: [EllipticCurve.p256, .p384])
    func `are the same after writing and reading PEM`(curve: EllipticCurve) throws {
        let key = try PrivateKey(on: curve, from: SeededRandomness(seed: 21))
        let pem = Array(key.pem.revealedText().utf8)
        let public_ = try Program.openSSL.run(["pkey", "-pubout", "-outform", "DER"], input: pem)
        #expect([UInt8](public_.output) == key.publicKey.publicKeyInfo)
        #expect(try Program.openSSL.run(["pkey", "-check", "-noout"], input: pem).isSuccess)
        for form in [["pkey"], ["ec"], ["pkcs8", "-topk8", "-nocrypt"]] {
            let answer = try Program.openSSL.run(form, input: pem)
            let back = try PrivateKey(pem: Secret(copying: [UInt8](answer.output)))
            #expect(back.curve == curve && back.publicKey == key.publicKey)
            #expect(back.pem == key.pem)
        }
    }

    /// The public half has one encoding, by whose digest tokens name it, however the file has it.
    @Test(arguments: [
        ["-conv_form", "compressed"], ["-conv_form", "hybrid"], ["-param_enc", "explicit"],
        ["-conv_form", "compressed", "-param_enc", "explicit"],
    ])
    func `in files of other forms are the same keys`(form: [String]) throws {
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: 23))
        let pem = Array(key.pem.revealedText().utf8)
        let answer = try Program.openSSL.run(["ec"] + form, input: pem)
        #expect(answer.output.count > 0 && [UInt8](answer.output) != pem)
        let back = try PrivateKey(pem: Secret(copying: [UInt8](answer.output)))
        #expect(back.publicKey.publicKeyInfo == key.publicKey.publicKeyInfo)
        let peer = try PrivateKey(on: .p256, from: SeededRandomness(seed: 24)).publicKey
        #expect(try back.sharedSecret(with: peer) == key.sharedSecret(with: peer))
    }

    @Test(arguments: [
        (
            ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"],
            CryptographyFailure.wrongKind
        ),
        (["genpkey", "-algorithm", "ED25519"], .wrongKind),
        (["ecparam", "-name", "secp521r1", "-genkey", "-noout"], .wrongKind),
        (["ecparam", "-name", "secp256k1", "-genkey", "-noout"], .wrongKind),
        (["version"], .notAPrivateKey),
    ])
    func `of other kinds are refused`(arguments: [String], failure: CryptographyFailure) throws {
        let answer = try Program.openSSL.run(arguments)
        let pem = Secret(copying: [UInt8](answer.output))
        #expect(throws: failure) { try PrivateKey(pem: pem) }
    }

    @Test func `behind a password are refused without asking for it`() throws {
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: 22))
        let answer = try Program.openSSL.run(
            ["pkcs8", "-topk8", "-v2", "aes-256-cbc", "-passout", "pass:quince"],
            input: Array(key.pem.revealedText().utf8)
        )
        #expect(answer.text.contains("ENCRYPTED"))
        let pem = Secret(copying: [UInt8](answer.output))
        #expect(throws: CryptographyFailure.notAPrivateKey) { try PrivateKey(pem: pem) }
    }

    @Test(arguments: ["", "-----BEGIN PRIVATE KEY-----\n", "not a key", "\0\0\0"])
    func `that are not keys are refused`(text: String) {
        let pem = Secret(copying: Array(text.utf8))
        #expect(throws: CryptographyFailure.notAPrivateKey) { try PrivateKey(pem: pem) }
    }

    @Test func `whose two parts do not match are refused`() throws {
        let pem = try Self.pemOfMismatchedHalves()
        #expect(throws: CryptographyFailure.notAPrivateKey) {
            try PrivateKey(pem: Secret(copying: Array(pem.utf8)))
        }
    }

    @Test func `make signatures that OpenSSL verifies, and verify OpenSSL's`() throws {
        let folder = ScratchFolder()
        let key = try PrivateKey(on: .p256, from: SeededRandomness(seed: 23))
        let (message, digest) = ("a message", SHA256.digest("a message"))
        let (keyFile, signatureFile) = (
            folder.url.appending(path: "k"), folder.url.appending(path: "s")
        )
        try Data(key.pem.revealedText().utf8).write(to: keyFile)
        try Data(key.signature(overSHA256: digest)).write(to: signatureFile)
        let verdict = try Program.openSSL.run(
            ["dgst", "-sha256", "-prverify", keyFile.path, "-signature", signatureFile.path],
            input: Array(message.utf8)
        )
        #expect(verdict.isSuccess, "\(verdict.text)")
        let theirs = try Program.openSSL.run(
            ["dgst", "-sha256", "-sign", keyFile.path],
            input: Array(message.utf8)
        )
        #expect(key.publicKey.isValidSignature([UInt8](theirs.output), forSHA256: digest))
    }

    @Test func `verify RSA signatures of OpenSSL's`() throws {
        let folder = ScratchFolder()
        let file = folder.url.appending(path: "rsa")
        let made = try Program.openSSL.run(
            ["genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048"]
        )
        try made.output.write(to: file)
        let info = try Program.openSSL.run([
            "pkey", "-in", file.path, "-pubout", "-outform", "DER",
        ])
        let signature = try Program.openSSL.run(
            ["dgst", "-sha256", "-sign", file.path],
            input: Array("a message".utf8)
        )
        let key = try PublicKey(publicKeyInfo: [UInt8](info.output))
        #expect(key.kind == .rsa(bits: 2_048))
        var bytes = [UInt8](signature.output)
        #expect(key.isValidSignature(bytes, forSHA256: SHA256.digest("a message")))
        #expect(!key.isValidSignature(bytes, forSHA256: SHA256.digest("another")))
        bytes[100] ^= 1
        #expect(!key.isValidSignature(bytes, forSHA256: SHA256.digest("a message")))
    }

    /// The PEM of one key's scalar with another key's point.
    static func pemOfMismatchedHalves() throws -> String {
        let keys = try [24, 25].map { try PrivateKey(on: .p256, from: SeededRandomness(seed: $0)) }
        let ders = try keys.map { key in
            let lines = key.pem.revealedText().split(separator: "\n").dropFirst().dropLast()
            return try #require(Data(base64Encoded: lines.joined()))
        }
        let mixed = ders[0].dropLast(64) + ders[1].suffix(64)
        return
            "-----BEGIN PRIVATE KEY-----\n\(Data(mixed).base64EncodedString(options: .lineLength64Characters))\n-----END PRIVATE KEY-----\n"
    }
}
