import Bytes
import Certificates
import Cryptography
import JSON
import PaymentToken
import TestSupport
import Testing

@Suite("Opening a token")
struct TokenOpeningTests {
    @Test func `returns the encrypted content`() throws {
        let workshop = try TokenWorkshop(seed: 91)
        let recipe = PayloadRecipe(from: workshop.world)
        let opened = try workshop.open(recipe)
        #expect(opened.payment.accountNumber == Secret(copying: Array(recipe.accountNumber.utf8)))
        #expect(opened.payment.cardholderName == Secret(copying: Array(recipe.cardholderName.utf8)))
        #expect(
            opened.payment.accountExpirationDate == "310731" && opened.payment.currencyCode == "840"
        )
        #expect(opened.payment.transactionAmount == 1_075)
        #expect(opened.payment.deviceManufacturerIdentifier == "040010030273")
        #expect(opened.signedAt == TokenWorkshop.now)
        let isWhole = opened.payment.document.root.secretText.revealedText() == recipe.text
        #expect(isWhole)
        #expect(opened.description.hasSuffix("••••••••••••\(recipe.accountNumber.suffix(4))"))
    }

    @Test(arguments: [0, 1, 19, 20, 40])
    func `gives a cryptogram of any length`(length: Int) throws {
        let workshop = try TokenWorkshop(seed: 92)
        let recipe = PayloadRecipe(from: workshop.world, cryptogramLength: length)
        guard case .threeDSecure(let cryptogram?, "5") = try workshop.open(recipe).payment.proof
        else {
            Issue.record("no cryptogram")
            return
        }
        let isSame = cryptogram == Secret(copying: recipe.cryptogram)
        #expect(isSame)
    }

    @Test func `distinguishes an absent indicator from an empty one`() throws {
        let workshop = try TokenWorkshop(seed: 93)
        let recipe = PayloadRecipe(from: workshop.world)
        let table: [(String?, String?)] = [(nil, nil), ("", ""), ("07", "07"), ("5", "5")]
        for (sealed, expected) in table {
            let data = JSONOutput.object([
                "onlinePaymentCryptogram": .string("AAAA"),
                "eciIndicator": sealed.map(JSONOutput.string),
            ])
            let opened = try workshop.open(recipe.with("paymentData", data))
            guard case .threeDSecure(_, let indicator) = opened.payment.proof else {
                Issue.record("another proof")
                continue
            }
            #expect(indicator == expected)
        }
        let bare = try workshop.open(recipe.with("paymentData", .object([])))
        guard case .threeDSecure(nil, nil) = bare.payment.proof else {
            Issue.record("something where there is nothing")
            return
        }
    }

    @Test func `keeps the fields that it does not know`() throws {
        let workshop = try TokenWorkshop(seed: 95)
        let more = JSONOutput.object(["fpanSuffix": .string("4242"), "list": .array([.null])])
        let recipe = PayloadRecipe(from: workshop.world).with("laterMetadata", more)
        let found = try workshop.open(recipe).payment.document.root.member("laterMetadata")
        #expect(found?.secretText.revealedText() == more.compact)
    }

    /// A member of the payload, what stands in its place, and the field that is named.
    struct Broken: Sendable, CustomTestStringConvertible {
        let field: PayloadField
        let value: JSONOutput?
        let inner: Bool
        var testDescription: String { "\(field.rawValue): \(value?.compact ?? "absent")" }

        init(_ field: PayloadField, _ value: JSONOutput?, inner: Bool = false) {
            (self.field, self.value, self.inner) = (field, value, inner)
        }
    }

    static let broken: [Broken] = [
        Broken(.applicationPrimaryAccountNumber, nil),
        Broken(.applicationPrimaryAccountNumber, .integer(4_761_739_001_010_010)),
        Broken(.applicationPrimaryAccountNumber, .string("4761 7390 0101")),
        Broken(.applicationPrimaryAccountNumber, .string("1234567")),
        Broken(.applicationPrimaryAccountNumber, .string("12345678901234567890")),
        Broken(.applicationExpirationDate, nil),
        Broken(.applicationExpirationDate, .string("3107")),
        Broken(.currencyCode, nil), Broken(.currencyCode, .string("USD")),
        Broken(.currencyCode, .integer(840)), Broken(.transactionAmount, nil),
        Broken(.transactionAmount, .string("1075")), Broken(.transactionAmount, .integer(-1)),
        Broken(.deviceManufacturerIdentifier, .integer(1)), Broken(.paymentDataType, nil),
        Broken(.applicationPrimaryAccountNumber, .null), Broken(.applicationExpirationDate, .null),
        Broken(.currencyCode, .null), Broken(.transactionAmount, .null),
        Broken(.paymentDataType, .null), Broken(.paymentData, .null),
        Broken(.paymentDataType, .string("3dsecure")), Broken(.paymentData, nil),
        Broken(.paymentData, .string("x")), Broken(.paymentData, .array([])),
        Broken(.onlinePaymentCryptogram, .string("AB=="), inner: true),
        Broken(.onlinePaymentCryptogram, .integer(1), inner: true),
        Broken(.eciIndicator, .integer(5), inner: true), Broken(.emvData, nil, inner: true),
        Broken(.emvData, .string("?"), inner: true),
        Broken(.cardholderName, .integer(1)),
        Broken(.encryptedPINData, .integer(1), inner: true),
        Broken(.encryptedPINData, .string("0g"), inner: true),
    ]

    @Test(arguments: broken)
    func `refuses a payload by the name of its field`(broken: Broken) throws {
        let workshop = try TokenWorkshop(seed: 96)
        var recipe = PayloadRecipe(from: workshop.world)
        if broken.field == .emvData || broken.field == .encryptedPINData {
            recipe = recipe.with("paymentDataType", .string("EMV"))
        }
        if broken.inner {
            var members = [JSONMember(name: "emvData", value: .string("AAAA"))]
            members.removeAll { $0.name == broken.field.rawValue }
            members +=
                broken.value.map { [JSONMember(name: broken.field.rawValue, value: $0)] } ?? []
            recipe = recipe.with("paymentData", .object(members))
        } else {
            recipe = recipe.with(broken.field.rawValue, broken.value)
        }
        #expect(throws: TokenRefusal.decryption(.payloadField(broken.field))) {
            try workshop.open(recipe)
        }
    }

    @Test(arguments: ["", "not JSON", "{\"a\":1,\"a\":2}", "{}x"])
    func `refuses what is not JSON`(text: String) throws {
        let workshop = try TokenWorkshop(seed: 97)
        let refusal =
            text.isEmpty
            ? TokenRefusal.format(.wrongLength(.data, expected: 17, found: 16))
            : .decryption(text.hasPrefix("{\"a\"") ? .payloadRepeatsName : .payloadNotJSON)
        #expect(throws: refusal) { try workshop.open(workshop.seal(text).json.compact) }
    }

    @Test func `says which keys it has where the token's is not among them`() throws {
        let workshop = try TokenWorkshop(seed: 98)
        let other = try WorkshopMerchant(
            "merchant.other",
            under: workshop.relations,
            in: workshop.world
        )
        let token = try workshop.seal()
        let verified = try workshop.verifier.verify(token, at: TokenWorkshop.now)
        let ours = TokenRefusal.KnownKey(try other.key)
        for keys in [[], [try other.key]] {
            let refusal = TokenRefusal.publicKeyHash(
                token: token.publicKeyHash,
                of: .ecV1,
                ours: keys.isEmpty ? [] : [ours]
            )
            #expect(throws: refusal) { try verified.opened(with: keys) }
            #expect(refusal.description.contains(Base64.encode(token.publicKeyHash)))
        }
        let both = [try other.key, try workshop.merchant.key]
        #expect(try verified.opened(with: both).token == token)
    }

    @Test func `says that the tag does not match where nothing else is known`() throws {
        let workshop = try TokenWorkshop(seed: 99)
        let verified = try workshop.verifier.verify(workshop.seal(), at: TokenWorkshop.now)
        let key = try MerchantKey(
            privateKey: workshop.merchant.privateKey,
            merchantIdentifier: "merchant.test.quince.old"
        )
        let refusal = TokenRefusal.decryption(.tagMismatch(.ecV1))
        #expect(throws: refusal) { try verified.opened(with: [key]) }
        #expect(refusal.step == .decryption && refusal.remedy == .checkTheMerchantIdentifier)
        let right = try MerchantKey(
            privateKey: workshop.merchant.privateKey,
            merchantIdentifier: workshop.merchant.identifier
        )
        #expect(throws: Never.self) { try verified.opened(with: [right]) }
    }

    /// One token in 256 has such a secret; implementations that drop the zero fail on those.
    @Test func `keeps the zeros that a shared secret starts with`() throws {
        let workshop = try TokenWorkshop(seed: 100)
        let recipient = PaymentTokenSealer.Recipient(
            try PaymentProcessingCertificate(workshop.merchant.certificate)
        )
        let sealer = PaymentTokenSealer(
            signer: SignedDataWriter(
                leaf: workshop.signer,
                intermediate: workshop.integration.certificate,
                key: workshop.signerKey
            )
        )
        var ephemeral = try TokenWorkshop.key(from: workshop.world)
        while try !workshop.merchant.privateKey.sharedSecret(with: ephemeral.publicKey)
            .withBytes({ $0[0] == 0 })
        {
            ephemeral = try TokenWorkshop.key(from: workshop.world)
        }
        let token = try sealer.seal(
            Secret(copying: Array(PayloadRecipe(from: workshop.world).text.utf8)),
            to: recipient,
            by: .agreement(ephemeralKey: ephemeral),
            transactionID: workshop.seal().transactionID,
            applicationDataHash: nil,
            signingTime: TokenWorkshop.now,
            paymentMethod: nil
        )
        #expect(try workshop.open(token.json.compact).token == token)
        let elsewhere = try OpeningOracle.openByHand(token, as: workshop.merchant)
        #expect(elsewhere.contains("applicationPrimaryAccountNumber"))
    }
}

/// Apple's *Restoring the symmetric key*, followed a second time from the primitives up.
enum OpeningOracle {
    static func openByHand(
        _ token: SealedPaymentToken,
        as merchant: WorkshopMerchant
    ) throws -> String {
        try openByHand(token, with: merchant.privateKey, as: merchant.identifier)
    }

    static func openByHand(
        _ token: SealedPaymentToken,
        with key: PrivateKey,
        as merchantIdentifier: String
    ) throws -> String {
        guard case .ephemeralPublicKey(let info) = token.keyMaterial else { return "" }
        let secret = try key.sharedSecret(with: PublicKey(p256PublicKeyInfo: info))
        var hasher = SHA256Hasher()
        hasher.update([0, 0, 0, 1])
        hasher.update(secret)
        hasher.update(Array("\u{d}id-aes256-GCMApple".utf8) + SHA256.digest(merchantIdentifier))
        return try AESGCM.open(
            token.data,
            key: hasher.finalizeSecret(),
            initializationVector: [UInt8](repeating: 0, count: 16)
        ).revealedText()
    }
}
