import Bytes
import Certificates
import Cryptography
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint
import World

/// The mistakes of other decrypters of payment tokens about keys and sealed data.
///
/// One test a cause; each names the peer that had it.
@Suite("Mistakes of other projects with encrypted data")
struct PeerSealingMistakeTests {
    typealias Signatures = PeerSignatureMistakeTests

    static let payload =
        #"{"applicationPrimaryAccountNumber":"4111111111111111","#
        + #""applicationExpirationDate":"310731","currencyCode":"840","transactionAmount":1,"#
        + #""deviceManufacturerIdentifier":"040010030273","paymentDataType":"3DSecure","#
        + #""paymentData":{}}"#

    /// A good token but for how its payload is sealed: the key as a function of the shared secret,
    /// and the vector.
    static func token(
        _ workshop: TokenWorkshop,
        vectorLength: Int = 16,
        leadingZeros: Int = 0,
        _ key: (Secret) -> [UInt8]
    ) throws -> TokenParts {
        let peer = workshop.merchant.privateKey.publicKey
        var ephemeral = try TokenWorkshop.key(from: workshop.world)
        var secret = try ephemeral.sharedSecret(with: peer)
        while bytes(of: secret).prefix(leadingZeros).contains(where: { $0 != 0 }) {
            ephemeral = try TokenWorkshop.key(from: workshop.world)
            secret = try ephemeral.sharedSecret(with: peer)
        }
        var parts = try workshop.parts()
        parts.ephemeralPublicKey = ephemeral.publicKey.publicKeyInfo
        parts.data = try AESGCM.seal(
            Secret(copying: Array(payload.utf8)),
            key: Secret(copying: SHA256.digest(key(secret))),
            initializationVector: [UInt8](repeating: 0, count: vectorLength)
        )
        return try parts.signed(by: workshop.signature())
    }

    @Test func `Basis-Theory: a tag that does not match gives nothing`() throws {
        try Signatures.expect(["bad-tag"], refusedAt: .decryption)
    }

    @Test func `Basis-Theory: the tag is not the end of the plaintext`() throws {
        let workshop = try TokenWorkshop(seed: 81)
        let parts = try Self.token(workshop) { Self.hashed($0, workshop) }
        let peer = try PublicKey(p256PublicKeyInfo: #require(parts.ephemeralPublicKey))
        let secret = try workshop.merchant.privateKey.sharedSecret(with: peer)
        let opened = try AESGCM.open(
            parts.data,
            key: Secret(copying: SHA256.digest(Self.hashed(secret, workshop))),
            initializationVector: [UInt8](repeating: 0, count: 16)
        )
        #expect(opened.count == parts.data.count - 16)
        #expect(opened == Secret(copying: Array(Self.payload.utf8)))
        #expect(try workshop.open(parts.json).payment.transactionAmount == 1)
    }

    @Test func `processout: a shared secret keeps its leading zeros`() throws {
        try Signatures.expectOpened(["leading-zero-shared-secret"], numbers: 1...4)
        // The mint derives keys as the product does, so it is done by hand once more.
        let workshop = try TokenWorkshop(seed: 87)
        let parts = try Self.token(workshop, leadingZeros: 1) { Self.hashed($0, workshop) }
        #expect(try workshop.open(parts.json).payment.transactionAmount == 1)
    }

    @Test func `processout: a plaintext that is no JSON is no payment`() throws {
        try Signatures.expect(["payload-not-json"], refusedAt: .decryption)
        try Signatures.expect(["payload-duplicate-key"], refusedAt: .decryption)
    }

    @Test func `etsy: the digest of a merchant identifier keeps its leading zeros`() throws {
        let workshop = try TokenWorkshop(seed: 82)
        let identifiers = (1...20_000).lazy.map { "merchant.test.quince.\($0)" }
        let identifier = try #require(identifiers.first { SHA256.digest($0)[0] == 0 })
        let merchant = try WorkshopMerchant(
            identifier,
            under: workshop.relations,
            in: workshop.world
        )
        let token = try workshop.seal(.init(merchant: merchant))
        let verified = try workshop.verifier.verify(
            SealedPaymentToken(json: token.json.compactBytes),
            at: TokenWorkshop.now
        )
        let keys = [
            try merchant.key,
            try MerchantKey(privateKey: merchant.privateKey, merchantIdentifier: identifier),
        ]
        for key in keys {
            #expect(throws: Never.self) { try verified.opened(with: [key]) }
        }
    }

    @Test func `hyperswitch: data has a tag and something before it`() throws {
        try Signatures.expect(["short-data", "empty-payload"], refusedAt: .format)
        let workshop = try TokenWorkshop(seed: 83)
        for length in 0...16 {
            var parts = try workshop.parts()
            parts.data = Array(parts.data.prefix(length))
            let json = try parts.signed(by: workshop.signature()).json
            let refusal = TokenRefusal.format(.wrongLength(.data, expected: 17, found: length))
            #expect(throws: refusal) { try workshop.open(json) }
        }
    }

    @Test func `hyperswitch: the version decides, and is one that is known`() throws {
        try Signatures.expect(["unknown-version", "version-swapped"], refusedAt: .format)
        try Signatures.expect(["both-header-keys"], refusedAt: .format)
    }

    @Test func `hyperswitch, pay-connector: the hash names the key, and no other is tried`() throws
    {
        try Signatures.expect(["public-key-hash-swapped", "old-key"], refusedAt: .publicKeyHash)
        let workshop = try TokenWorkshop(seed: 84)
        var parts = try workshop.parts()
        // A peer hashed the point alone, not the SubjectPublicKeyInfo around it.
        let info = workshop.merchant.privateKey.publicKey.publicKeyInfo
        #expect(parts.publicKeyHash == SHA256.digest(info))
        parts.publicKeyHash = SHA256.digest(Array(info.suffix(65)))
        let json = parts.json
        let refusal = #expect(throws: TokenRefusal.self) { try workshop.open(json) }
        #expect(refusal?.step == .publicKeyHash)
    }

    @Test func `op_core: the vector has sixteen bytes, not twelve`() throws {
        try Signatures.expect(["iv-12-bytes"], refusedAt: .decryption)
        let workshop = try TokenWorkshop(seed: 85)
        let json = try Self.token(workshop, vectorLength: 12) { Self.hashed($0, workshop) }.json
        #expect(throws: TokenRefusal.decryption(.tagMismatch(.ecV1))) {
            try workshop.open(json)
        }
    }

    @Test func `op_core: the parts of the key's hash stand in their order`() throws {
        let workshop = try TokenWorkshop(seed: 86)
        let merchant = SHA256.digest(workshop.merchant.identifier)
        let (counter, apple): ([UInt8], [UInt8]) = ([0, 0, 0, 1], Array("Apple".utf8))
        let algorithm = Array("\u{d}id-aes256-GCM".utf8)
        let orders: [@Sendable ([UInt8]) -> [UInt8]] = [
            { $0 + counter + apple + merchant },
            { $0 + counter + algorithm + apple + merchant },
            { counter + $0 + apple + merchant },
            { counter + $0 + algorithm + merchant + apple },
            { counter + $0 + algorithm.dropFirst() + apple + merchant },
            { counter + algorithm + $0 + apple + merchant },
        ]
        for order in orders {
            let json = try Self.token(workshop) { order(Self.bytes(of: $0)) }.json
            #expect(throws: TokenRefusal.decryption(.tagMismatch(.ecV1))) {
                try workshop.open(json)
            }
        }
        let right = try Self.token(workshop) { Self.hashed($0, workshop) }
        #expect(try workshop.open(right.json).payment.transactionAmount == 1)
    }

    /// Apple's words, a third time: what the key is the SHA-256 of.
    static func hashed(_ secret: Secret, _ workshop: TokenWorkshop) -> [UInt8] {
        [0, 0, 0, 1] + bytes(of: secret) + Array("\u{d}id-aes256-GCMApple".utf8)
            + SHA256.digest(workshop.merchant.identifier)
    }

    static func bytes(of secret: Secret) -> [UInt8] { secret.withBytes { [UInt8](copying: $0) } }
}
