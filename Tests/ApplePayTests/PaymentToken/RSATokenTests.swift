import Bytes
import Certificates
import Cryptography
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// The RSA keys are libcrypto's own and differ from run to run.
@Suite("An RSA_v1 token")
struct RSATokenTests {
    static func opened(
        _ token: SealedPaymentToken,
        in workshop: RSAWorkshop,
        with keys: [MerchantKey]? = nil
    ) throws -> OpenedPaymentToken {
        try workshop.workshop.verifier.verify(token, at: TokenWorkshop.now)
            .opened(with: keys ?? [workshop.key])
    }

    @Test func `is verified and opened`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 121))
        let payload = PayloadRecipe(from: rsa.workshop.world).text
        let token = try rsa.seal(payload)
        #expect(token.version == .rsaV1)
        #expect(try SealedPaymentToken(json: token.json.compactBytes).data == token.data)
        let opened = try Self.opened(token, in: rsa)
        #expect(opened.payment.document.root.secretText == Secret(copying: Array(payload.utf8)))
    }

    @Test func `is opened when OpenSSL wrapped its key`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 122))
        var parts = try rsa.parts()
        let key = try rsa.merchantKey.unwrap(#require(parts.wrappedKey))
        parts.wrappedKey = try OpenSSLWrapping(rsa.merchantKey)
            .wrapping(key.withBytes { [UInt8](copying: $0) })
        let token = try parts.signed(by: rsa.signature()).read()
        #expect(try Self.opened(token, in: rsa).token == token)
    }

    @Test func `is refused with a signature of the other kind`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 123))
        let elliptic = try rsa.parts().signed(by: rsa.workshop.signature()).read()
        #expect(throws: TokenRefusal.signature(.algorithmOfAnotherVersion)) {
            try Self.opened(elliptic, in: rsa)
        }
        var mixed = rsa.signature()
        mixed.certificates[0] = rsa.workshop.signer.der
        mixed.signerName = rsa.workshop.signer.issuerAndSerialNumber
        let token = try rsa.parts().signed(by: mixed).read()
        #expect(throws: TokenRefusal.signature(.invalid)) { try Self.opened(token, in: rsa) }
    }

    @Test func `is refused where its key was wrapped otherwise`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 124))
        let good = try rsa.parts()
        let key = try rsa.merchantKey.unwrap(#require(good.wrappedKey))
        let other = try RSAPrivateKey(bits: 2048)
        let random = rsa.workshop.world.randomness
        func wrapped(_ key: Secret, _ digests: OAEPPadding.Digests = .sha256) throws -> [UInt8] {
            let seed = random.bytes(digests.seedLength)
            return try rsa.merchantKey.publicKey.wrapping(key, seed: seed, digests: digests)
        }
        let long = Secret(copying: [UInt8](repeating: 7, count: 32))
        let cases: [[UInt8]] = [
            try wrapped(key, .sha1), try wrapped(key, .sha256MaskedBySHA1), random.bytes(256),
            [UInt8](repeating: 0, count: 256), [UInt8](repeating: 0xff, count: 256),
            try other.publicKey.wrapping(key, seed: random.bytes(32)),
        ]
        for wrappedKey in cases {
            var parts = good
            parts.wrappedKey = wrappedKey
            let token = try parts.signed(by: rsa.signature()).read()
            #expect(throws: TokenRefusal.decryption(.keyNotUnwrapped)) {
                try Self.opened(token, in: rsa)
            }
        }
        for key in [long, Secret(copying: [])] {
            var parts = good
            parts.wrappedKey = try wrapped(key)
            let token = try parts.signed(by: rsa.signature()).read()
            #expect(throws: TokenRefusal.decryption(.wrappedKeyLength(bytes: key.count))) {
                try Self.opened(token, in: rsa)
            }
        }
        var parts = good
        parts.wrappedKey = try wrapped(Secret(copying: random.bytes(16)))
        let token = try parts.signed(by: rsa.signature()).read()
        #expect(throws: TokenRefusal.decryption(.tagMismatch(.rsaV1))) {
            try Self.opened(token, in: rsa)
        }
    }

    /// The hash is not signed, so an attacker can change it to another of the merchant's keys.
    @Test func `is refused where it names a key for the other version`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 125))
        let keys = [try rsa.key, try rsa.workshop.merchant.key]
        var (unwrapped, agreed) = (try rsa.parts(), try rsa.workshop.parts())
        (unwrapped.publicKeyHash, agreed.publicKeyHash) = (
            agreed.publicKeyHash, unwrapped.publicKeyHash
        )
        let cases: [(TokenParts, TokenRefusal.DecryptionProblem)] = [
            (unwrapped, .keyOfAnotherVersion(token: .rsaV1, key: .ecV1)),
            (agreed, .keyOfAnotherVersion(token: .ecV1, key: .rsaV1)),
        ]
        for (parts, problem) in cases {
            let token = try parts.read()
            #expect(throws: TokenRefusal.decryption(problem)) {
                try Self.opened(token, in: rsa, with: keys)
            }
        }
    }

    @Test func `says where the merchant has keys for the other version only`() throws {
        let rsa = try RSAWorkshop(in: TokenWorkshop(seed: 126))
        let token = try rsa.workshop.seal()
        let refusal = #expect(throws: TokenRefusal.self) { try Self.opened(token, in: rsa) }
        let hash = Base64.encode(try rsa.key.publicKeyHash)
        #expect(refusal?.description.hasPrefix("an EC_v1 token, sealed to the key") == true)
        #expect(refusal?.description.hasSuffix("ours: \(hash) (RSA_v1)") == true)
    }
}
