import Bytes
import Cryptography
import JSON
import PaymentToken
import TestSupport
import Testing
import TokenMint

/// Servers between the app and the merchant's write null for members that they do not have.
@Suite("A member that is null")
struct AbsentMemberTests {
    /// A good token as text, with members put in after the opening of an object.
    static func text(_ parts: TokenParts, _ insertion: (after: String, text: String)) -> String {
        parts.json.replacing(
            insertion.after,
            with: insertion.after + insertion.text,
            maxReplacements: 1
        )
    }

    static let envelope: [(after: String, text: String)] = [
        (#""header":{"#, #""wrappedKey":null,"#), (#""header":{"#, #""applicationData":null,"#),
        ("{", #""transactionIdentifier":null,"#), ("{", #""paymentMethod":null,"#),
    ]

    @Test(arguments: envelope)
    func `is absent where the envelope need not have it`(after: String, text: String) throws {
        let parts = try TokenWorkshop(seed: 321).parts()
        let written = Self.text(parts, (after, text))
        #expect(written.contains("null"))
        #expect(try SealedPaymentToken(json: Array(written.utf8)) == parts.read())
    }

    @Test func `is absent where an RSA_v1 token has the key of the other version`() throws {
        let parts = try RSAWorkshop(in: TokenWorkshop(seed: 322)).parts()
        let text = Self.text(parts, (#""header":{"#, #""ephemeralPublicKey":null,"#))
        #expect(try SealedPaymentToken(json: Array(text.utf8)) == parts.read())
    }

    static let required: [(name: String, field: TokenField)] = [
        ("version", .version), ("data", .data), ("signature", .signature), ("header", .header),
        ("publicKeyHash", .publicKeyHash), ("transactionId", .transactionId),
        ("ephemeralPublicKey", .ephemeralPublicKey),
    ]

    @Test(arguments: required)
    func `is refused where the envelope must have it`(name: String, field: TokenField) throws {
        let good = try TokenWorkshop(seed: 323).parts().json
        let text = good.replacing("\"\(name)\":", with: "\"\(name)\":null,\"x\":")
        #expect(text != good)
        #expect(throws: TokenRefusal.format(.wrongType(field))) {
            try SealedPaymentToken(json: Array(text.utf8))
        }
    }

    static let optional = [
        "cardholderName", "deviceManufacturerIdentifier", "authenticationResponses",
        "merchantTokenIdentifier", "merchantTokenMetadata",
    ]

    @Test(arguments: optional)
    func `is absent where the payload need not have it`(name: String) throws {
        let workshop = try TokenWorkshop(seed: 324)
        let recipe = PayloadRecipe(from: workshop.world)
        for value in [JSONOutput.null, nil] {
            let payment = try workshop.open(recipe.with(name, value)).payment
            #expect(payment.transactionAmount == 1_075)
            switch name {
            case "cardholderName": #expect(payment.cardholderName == nil)
            case "deviceManufacturerIdentifier":
                #expect(payment.deviceManufacturerIdentifier == nil)
            case "authenticationResponses": #expect(payment.authenticationResponses == nil)
            case "merchantTokenIdentifier": #expect(payment.merchantTokenIdentifier == nil)
            default: #expect(payment.merchantTokenMetadata == nil)
            }
        }
    }

    @Test func `is absent within the proof and the metadata`() throws {
        let workshop = try TokenWorkshop(seed: 325)
        let proof = JSONOutput.object([
            "onlinePaymentCryptogram": .null, "eciIndicator": .null,
        ])
        let nothing = JSONOutput.object(["cardMetadata": .null, "cardArt": .null])
        let bare = JSONOutput.object(["cardMetadata": .object(["cardCountry": .null])])
        for metadata in [nothing, bare] {
            let recipe = PayloadRecipe(from: workshop.world).with("paymentData", proof)
                .with("merchantTokenMetadata", metadata)
            let payment = try workshop.open(recipe).payment
            guard case .threeDSecure(nil, nil) = payment.proof else {
                Issue.record("something where there is nothing")
                continue
            }
            #expect(payment.merchantTokenMetadata?.card?.country == nil)
            #expect(payment.merchantTokenMetadata?.art == [])
        }
    }

    /// The payment that Apple Pay JS passes to a page contains the token.
    @Test func `is not needed around a token that a page sends`() throws {
        let parts = try TokenWorkshop(seed: 326).parts()
        let token = try parts.read()
        let payment = #"{"token":\#(parts.json),"billingContact":null,"shippingContact":{"a":1}}"#
        #expect(try SealedPaymentToken(json: Array(payment.utf8)) == token)
        let bare = #"{"token":\#(JSONOutput.object(parts.paymentData).compact)}"#
        #expect(try SealedPaymentToken(json: Array(bare.utf8)) == token)
        let empty = #"{"token":{"paymentData":null}}"#
        #expect(throws: TokenRefusal.format(.simulatorToken)) {
            try SealedPaymentToken(json: Array(empty.utf8))
        }
        let other = parts.json.replacing("{", with: #"{"token":"csrf","#, maxReplacements: 1)
        #expect(try SealedPaymentToken(json: Array(other.utf8)) == token)
        let two = parts.json.replacing("{", with: #"{"token":{},"#, maxReplacements: 1)
        #expect(throws: TokenRefusal.format(.severalTokens)) {
            try SealedPaymentToken(json: Array(two.utf8))
        }
    }
}
