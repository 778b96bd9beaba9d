import ASN1
import Bytes
import JSON
import PaymentToken
import TestSupport
import Testing
import World

@Suite("A payload")
struct PayloadFormTests {
    let world = World.simulated(seed: 171, startingAt: TokenWorkshop.now)

    static func read(_ recipe: PayloadRecipe) throws -> PaymentPayload {
        try read(recipe.text)
    }

    static func read(
        _ text: String
    ) throws(TokenRefusal.DecryptionProblem) -> PaymentPayload {
        try PaymentPayload(Secret(copying: Array(text.utf8)))
    }

    @Test(arguments: PayloadRecipe.Form.allCases)
    func `of every form goes through a token unchanged`(form: PayloadRecipe.Form) throws {
        let workshop = try TokenWorkshop(seed: 172)
        let recipe = PayloadRecipe(form, from: workshop.world)
        let payment = try workshop.open(recipe).payment
        #expect(payment.accountNumber == Secret(copying: Array(recipe.accountNumber.utf8)))
        let isWhole = payment.document.root.secretText.revealedText() == recipe.text
        #expect(isWhole)
        let hasName = recipe.members.contains { $0.name == "cardholderName" }
        #expect((payment.cardholderName != nil) == hasName)
        #expect((payment.authenticationResponses != nil) == (form == .severalMerchants))
        #expect((payment.merchantTokenIdentifier != nil) == (form == .merchantToken))
        #expect((payment.merchantTokenMetadata != nil) == (form == .merchantToken))
    }

    @Test func `of chip data gives its objects and their bytes`() throws {
        let recipe = PayloadRecipe(.chipData, from: world)
        let payment = try Self.read(recipe)
        guard case .emv(let chip, nil) = payment.proof else {
            Issue.record("another proof")
            return
        }
        let tags = chip.objects.objects.map { "\($0.tag)" }
        #expect(tags.prefix(4) == ["9F26", "9F10", "9F36", "95"] && tags.count == 18)
        let isSame = chip.objects.bytes == Secret(copying: recipe.otherSecrets[0].bytes)
        #expect(isSame)
    }

    /// UnionPay's chip data carries neither amount nor currency in the clear.
    @Test func `of an amount of zero gives chip data and PIN`() throws {
        let recipe = PayloadRecipe(.chipDataWithPIN, from: world)
        let payment = try Self.read(recipe)
        guard case .emv(let chip, let pin?) = payment.proof else {
            Issue.record("another proof")
            return
        }
        #expect(payment.transactionAmount == 0 && payment.currencyCode == "156")
        #expect(chip.objects.objects.map { "\($0.tag)" } == ["9F26", "9F36", "81", "83"])
        let isSame = pin == Secret(copying: recipe.otherSecrets[1].bytes)
        #expect(isSame)
    }

    @Test func `for several merchants gives each its cryptogram`() throws {
        let recipe = PayloadRecipe(.severalMerchants, from: world)
        let payment = try Self.read(recipe)
        let responses = try #require(payment.authenticationResponses)
        #expect(responses.map(\.merchantIdentifier) == ["merchant 0", "merchant 1"])
        #expect(responses.map(\.transactionAmount) == ["1000", "0.75"])
        #expect(responses.map(\.amountMinorUnits) == [1000, nil])
        for (response, secret) in zip(responses, recipe.otherSecrets) {
            let isSame = response.cryptogram == Secret(copying: secret.bytes)
            #expect(isSame, "\(secret.name)")
        }
        guard case .threeDSecure(nil, nil) = payment.proof else {
            Issue.record("a cryptogram for nobody")
            return
        }
        let alone = try Self.read(recipe.with("paymentData", nil))
        #expect(alone.authenticationResponses?.count == 2)
        let none = try Self.read(recipe.with("authenticationResponses", .array([])))
        #expect(none.authenticationResponses?.isEmpty == true)
    }

    @Test func `with a merchant token says what its card looks like`() throws {
        let payment = try Self.read(PayloadRecipe(.merchantToken, from: world))
        #expect(payment.merchantTokenIdentifier == "TESTMPAN-1")
        let metadata = try #require(payment.merchantTokenMetadata)
        let card = try #require(metadata.card)
        #expect(card.country == "US" && card.expirationDate == "2031-07")
        #expect(card.numberSuffix == "4242" && card.shortDescription == "TEST Bank")
        #expect(card.longDescription == "TEST Bank Gold")
        let art = try #require(metadata.art.first)
        #expect(art.name == "front" && art.type == "image/png")
        #expect(art.url == "https://cards.example/front.png" && metadata.art.count == 1)
    }

    @Test func `with a merchant token of which little is said is read`() throws {
        let recipe = PayloadRecipe(from: world)
        for metadata in [.object([]), .object(["cardMetadata": .object([])])] as [JSONOutput] {
            let found = try Self.read(recipe.with("merchantTokenMetadata", metadata))
                .merchantTokenMetadata
            #expect(found?.card?.numberSuffix == nil && found?.art.isEmpty == true)
        }
        let longest = String(repeating: "é", count: 64)
        let read = try Self.read(recipe.with("merchantTokenIdentifier", .string(longest)))
        #expect(read.merchantTokenIdentifier == longest)
    }

    static let metadata: [JSONOutput] = [
        .string("x"), .object(["cardMetadata": .string("x")]),
        .object(["cardMetadata": .object(["fpanSuffix": .integer(4242)])]),
        .object(["cardArt": .object([])]), .object(["cardArt": .array([.string("x")])]),
        .object(["cardArt": .array([.object(["url": .integer(1)])])]),
    ]

    static let responses: [JSONOutput] = [
        .object([]), .array([.string("x")]), .array([.object([])]),
        response(merchant: nil), response(data: .integer(1)), response(amount: .integer(1)),
        response(amount: nil), response(amount: .string("")), response(amount: .string("1.")),
        response(amount: .string("1.2.3")), response(amount: .string("-1")),
        response(amount: .string("1,00")),
    ]

    static func response(
        merchant: JSONOutput? = .string("m"),
        data: JSONOutput? = .string("AAAA"),
        amount: JSONOutput? = .string("1")
    ) -> JSONOutput {
        .array([
            .object([
                "merchantIdentifier": merchant, "authenticationData": data,
                "transactionAmount": amount,
            ])
        ])
    }

    static let broken: [(PayloadField, JSONOutput)] =
        metadata.map { (.merchantTokenMetadata, $0) }
        + responses.map { (.authenticationResponses, $0) }
        + [
            (.merchantTokenIdentifier, .integer(1)),
            (.merchantTokenIdentifier, .string(String(repeating: "x", count: 65))),
        ]

    @Test(arguments: broken)
    func `is refused by the name of its field`(field: PayloadField, value: JSONOutput) throws {
        let recipe = PayloadRecipe(from: world).with(field.rawValue, value)
        #expect(throws: TokenRefusal.DecryptionProblem.payloadField(field)) {
            try Self.read(recipe.text)
        }
    }

    @Test func `may have data that is no cryptogram for a merchant`() throws {
        let recipe = PayloadRecipe(from: world)
            .with("authenticationResponses", Self.response(data: .string("not Base64")))
        let response = try #require(try Self.read(recipe).authenticationResponses?.first)
        #expect(response.authenticationData.revealedText() == "not Base64")
        #expect(response.cryptogram == nil)
    }

    /// JSON lets any character be written as an escape; PHP's encoder escapes every slash.
    @Test func `is read with or without escaped characters`() throws {
        let plain = PayloadRecipe(from: world).with("emvData", nil)
        let cryptogram = Base64.encode([0xff, 0xff, 0xff] + plain.cryptogram.prefix(17))
        let text = plain.with(
            "paymentData",
            .object(["onlinePaymentCryptogram": .string(cryptogram)])
        )
        .text
        let escaped = text.replacing("/", with: "\\/")
            .replacing(plain.accountNumber, with: Self.escaped(plain.accountNumber))
            .replacing("\"currencyCode\"", with: "\"\(Self.escaped("currencyCode"))\"")
        let payment = try Self.read(escaped)
        #expect(escaped != text && payment.currencyCode == "840")
        #expect(payment.accountNumber == Secret(copying: Array(plain.accountNumber.utf8)))
        guard case .threeDSecure(let found?, nil) = payment.proof else {
            Issue.record("no cryptogram")
            return
        }
        let isSame = try found == Secret(copying: Base64.decode(cryptogram))
        #expect(isSame)
    }

    static func escaped(_ text: String) -> String {
        text.utf8.map { "\\u00" + Hexadecimal.encode([$0]) }.joined()
    }
}
