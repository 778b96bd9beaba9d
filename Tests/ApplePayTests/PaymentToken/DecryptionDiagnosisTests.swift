import Bytes
import Cryptography
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// The diagnosis of a verified token that does not open: as much as can be known, and no more.
@Suite("A token that does not open")
struct DecryptionDiagnosisTests {
    let workshop: TokenWorkshop
    let other: WorkshopMerchant

    init() throws {
        workshop = try TokenWorkshop(seed: 311)
        other = try WorkshopMerchant(
            "merchant.test.quince.other",
            under: workshop.relations,
            in: workshop.world
        )
    }

    func refusal(_ token: SealedPaymentToken, _ keys: [MerchantKey]) throws -> TokenRefusal? {
        let verified = try workshop.verifier.verify(token, at: TokenWorkshop.now)
        return #expect(throws: TokenRefusal.self) { try verified.opened(with: keys) }
    }

    @Test func `is for another merchant identifier only where that one is given and opens it`()
        throws
    {
        let token = try workshop.seal()
        let wrong = try MerchantKey(
            privateKey: workshop.merchant.privateKey,
            merchantIdentifier: other.identifier
        )
        let named = try MerchantKey(
            privateKey: other.privateKey,
            merchantIdentifier: workshop.merchant.identifier
        )
        let mixed = try refusal(token, [wrong, named])
        #expect(mixed == .decryption(.anotherMerchantIdentifier))
        #expect(mixed?.remedy == .fixTheMerchantIdentifier)
        let unknown = try refusal(token, [wrong, other.key])
        #expect(unknown == .decryption(.tagMismatch(.ecV1)))
        #expect(unknown?.remedy == .checkTheMerchantIdentifier)
    }

    /// `publicKeyHash` is not signed, so it may name another of the merchant's keys.
    @Test func `is sealed to another key only where that one is given and opens it`() throws {
        var parts = TokenParts(of: try workshop.seal())
        parts.publicKeyHash = SHA256.digest(other.privateKey.publicKey.publicKeyInfo)
        let token = try parts.read()
        let both = [try other.key, try workshop.merchant.key]
        #expect(try refusal(token, both) == .decryption(.anotherKey))
        #expect(try refusal(token, [other.key]) == .decryption(.tagMismatch(.ecV1)))
    }

    @Test func `is sealed to another RSA key only where that one is given and opens it`() throws {
        let (one, two) = (try RSAWorkshop(in: workshop), try RSAWorkshop(in: workshop))
        var parts = try one.parts()
        parts.publicKeyHash = SHA256.digest(two.merchantKey.publicKey.publicKeyInfo)
        let token = try parts.read()
        #expect(try refusal(token, [two.key, one.key]) == .decryption(.anotherKey))
        #expect(try refusal(token, [two.key]) == .decryption(.keyNotUnwrapped))
    }

    /// A key in a module costs a call for every trial.
    @Test func `costs a bounded number of trials`() throws {
        let key = CountedKey(workshop.merchant.privateKey)
        let keys = try (0..<50)
            .map { try MerchantKey(privateKey: key, merchantIdentifier: "merchant.\($0)") }
        #expect(try refusal(workshop.seal(), keys) == .decryption(.tagMismatch(.ecV1)))
        #expect((2...17).contains(key.count), "\(key.count)")
    }
}

/// A key that counts how often it is asked.
private final class CountedKey: DecryptionKey {
    private let key: PrivateKey
    private let asked = LockedValue(0)

    init(_ key: PrivateKey) { self.key = key }

    var publicKey: PublicKey { key.publicKey }
    var count: Int { asked.withLock { $0 } }

    func sharedSecret(with peer: PublicKey) throws(CryptographyFailure) -> Secret {
        asked.withLock { $0 += 1 }
        return try key.sharedSecret(with: peer)
    }

    func unwrap(_ wrappedKey: [UInt8]) throws(CryptographyFailure) -> Secret {
        try key.unwrap(wrappedKey)
    }
}
