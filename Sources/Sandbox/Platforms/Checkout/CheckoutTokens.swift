internal import Bytes
internal import CardMessages
internal import HTTPMessages
internal import JSON
internal import Storage
internal import World

// Tokens of Apple Pay, and decrypted ones.
//
// - Source: Checkout.com API reference, "Request a token"; "Pay with a pre-decrypted Apple Pay token".
extension CheckoutInterface {
    /// The lifetime of a token. Units: seconds.
    private static let tokenSeconds: Int64 = 900

    func createToken(
        _ request: CheckoutRequest
    ) async throws(PlatformFailure) -> PlatformEngine.Beginning {
        guard request.text("type") == "applepay" else {
            throw CheckoutError.invalid("token_type_invalid")
        }
        guard let data = request.body?.member("token_data"), data.isObject else {
            throw CheckoutError.invalid("token_data_required")
        }
        let card: PresentedCard
        do throws(CardDataRefusal) {
            card = try await keys.card(JSONOutput(data).compactBytes, at: .checkout)
        } catch { throw CheckoutError.invalid("token_data_invalid", error.code) }
        return { [held] scope, _ throws(PlatformFailure) in
            let token = scope.randomness.identifier("tok_", length: 26, of: .base32)
            held.hold(card, as: token, .null, at: scope.now, for: Self.tokenSeconds)
            let end = scope.now.advanced(bySeconds: Self.tokenSeconds) ?? scope.now
            let answer: JSONOutput = .object([
                "type": "applepay", "token": .string(token), "expires_on": .string(end.iso8601),
                "expiry_month": .integer(Int64(card.face.month)),
                "expiry_year": .integer(Int64(card.face.year)),
                "scheme": .string(card.face.scheme.checkoutName),
                "last4": .string(card.face.lastFour),
                "token_format": "tokenized_card",
            ])
            return .answer(PlatformAnswer(.created, answer))
        }
    }

    /// The card of a payment's source.
    func card(_ request: CheckoutRequest) throws(PlatformFailure) -> HeldCards.Source {
        guard let source = request.body?.member("source"), source.isObject else {
            throw CheckoutError.invalid("payment_source_required")
        }
        switch source.member("type")?.string {
        case "token":
            guard let token = source.member("token")?.string else {
                throw CheckoutError.invalid("token_required")
            }
            return .held(token)
        // A card that an earlier payment has stored.
        case "id":
            guard let identifier = source.member("id")?.string, identifier.hasPrefix("src_") else {
                throw CheckoutError.invalid("source_id_invalid")
            }
            return .held(identifier)
        case "network_token": return .card(try Self.networkToken(source))
        default: throw CheckoutError.invalid("payment_source_type_not_supported")
        }
    }

    private static func networkToken(
        _ source: JSONValue
    ) throws(PlatformFailure) -> PresentedCard {
        guard source.member("token_type")?.string == "applepay" else {
            throw CheckoutError.invalid("token_type_invalid")
        }
        guard let number = source.member("token")?.secretString else {
            throw CheckoutError.invalid("token_required")
        }
        guard let month = source.member("expiry_month").flatMap(integer),
            let year = source.member("expiry_year").flatMap(integer),
            (2000...2099).contains(year),
            let expiry = CardAuthorization.Expiry(month: Int(month), year: Int(year))
        else { throw CheckoutError.invalid("expiry_date_invalid") }
        // Without it, this would be a card payment, which is not what is simulated.
        guard let text = source.member("cryptogram")?.secretString,
            let cryptogram = text.withBytes({ try? Base64.decodeSecret($0) }), cryptogram.count > 0
        else { throw CheckoutError.invalid("cryptogram_required") }
        do throws(CardDataRefusal) {
            return try PresentedCard(
                number,
                expiry: expiry,
                .cryptogram(cryptogram),
                indicator: source.member("eci")?.string
            )
        } catch { throw CheckoutError.invalid(error.code) }
    }

    /// A number, which may be written as a text.
    private static func integer(_ value: JSONValue) -> Int64? {
        value.integer ?? value.string.flatMap { Int64($0) }
    }
}

extension CardDataRefusal {
    /// A code for the mistake: a guess.
    fileprivate var code: String {
        switch self {
        case .token: "applepay_token_invalid"
        case .cryptogramMissing: "cryptogram_required"
        case .numberInvalid: "token_invalid"
        case .indicatorInvalid: "eci_invalid"
        }
    }
}

extension MessageScheme {
    /// The scheme in Checkout.com's words.
    var checkoutName: String {
        switch self {
        case .visa: "Visa"
        case .mastercard: "Mastercard"
        case .americanExpress: "American Express"
        case .discover: "Discover"
        case .jcb: "JCB"
        case .unionPay: "UnionPay"
        case .other: "Unknown"
        }
    }
}
