internal import Bytes
internal import CardMessages
internal import HTTPMessages
internal import JSON
internal import Storage
internal import World

// Tokens: card data that a payment intent can use once.
//
// - Source: Stripe API reference, "Tokens". The parameters `pk_token` and `card[cryptogram]` are in no public type; they
//   are as Stripe's public SDK for iOS and ActiveMerchant send them.
extension StripeInterface {
    func createToken(
        _ request: StripeRequest
    ) async throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        guard parameters.text("pk_token") != nil || parameters.has("card") else {
            throw StripeError.missing("card").failure
        }
        let card =
            if let token = parameters.text("pk_token") {
                try await opened(token, parameters.text("pk_token_instrument_name"))
            } else { try Self.classicCard(parameters) }
        return { [held] scope, _ throws(PlatformFailure) in
            let identifier = scope.identifier("tok_")
            let object = Self.object(
                identifier,
                card,
                cardIdentifier: scope.identifier("card_"),
                scope.now
            )
            held.hold(card, as: identifier, object, at: scope.now)
            return .answer(PlatformAnswer(object))
        }
    }

    func token(_ request: StripeRequest) throws(PlatformFailure) -> JSONOutput {
        guard let known = held.card(request.identifier, at: request.now),
            case .object(let members) = known.object
        else { throw StripeError.noSuch("token", request.identifier, "id").failure }
        return .object(
            members.map { member in
                member.name == "used"
                    ? JSONMember(name: "used", value: .bool(known.isUsed)) : member
            }
        )
    }

    private static func object(
        _ identifier: String,
        _ card: CardCredentials,
        cardIdentifier: String,
        _ now: UnixTime
    ) -> JSONOutput {
        let face = card.face
        return .object([
            "id": .string(identifier), "object": "token",
            "card": .object([
                "id": .string(cardIdentifier), "object": "card",
                "brand": .string(face.scheme.stripeName), "country": .null, "cvc_check": .null,
                "dynamic_last4": .string(face.accountLastFour),
                "exp_month": .integer(Int64(face.month)), "exp_year": .integer(Int64(face.year)),
                "funding": "unknown", "last4": .string(face.lastFour), "metadata": .object([:]),
                "name": .null, "networks": .object(["preferred": .null]),
                "tokenization_method": "apple_pay",
            ]),
            "client_ip": .null, "created": .integer(now.seconds), "livemode": .bool(false),
            "type": "card", "used": .bool(false),
        ])
    }

    /// Verifies the token of Apple Pay, and opens it with the platform's key.
    private func opened(
        _ json: String,
        _ instrument: String?
    ) async throws(PlatformFailure) -> CardCredentials {
        do throws(CardProblem) {
            return try await keys.card(Array(json.utf8), at: .stripe, instrument: instrument)
        } catch { throw Self.failure(error, "pk_token") }
    }

    /// `card[number]`, `card[cryptogram]` and the like.
    private static func classicCard(
        _ parameters: StripeParameters
    ) throws(PlatformFailure) -> CardCredentials {
        try networkToken(
            NetworkTokenText(
                number: parameters.text("card", "number"),
                month: parameters.text("card", "exp_month"),
                year: parameters.text("card", "exp_year"),
                cryptogram: parameters.text("card", "cryptogram"),
                indicator: parameters.text("card", "eci"),
                method: parameters.text("card", "tokenization_method"),
                lastFour: nil
            ),
            in: "card",
            cryptogramIn: "card[cryptogram]"
        )
    }

    /// `payment_method_data[card][network_token]`, with the cryptogram among the options.
    static func networkTokenCard(
        _ parameters: StripeParameters
    ) throws(PlatformFailure) -> CardCredentials {
        let (data, card, token) = ("payment_method_data", "card", "network_token")
        let options = "payment_method_options"
        return try networkToken(
            NetworkTokenText(
                number: parameters.text(data, card, token, "number"),
                month: parameters.text(data, card, token, "exp_month"),
                year: parameters.text(data, card, token, "exp_year"),
                cryptogram: parameters.text(options, card, token, "cryptogram"),
                indicator: parameters.text(options, card, token, "electronic_commerce_indicator"),
                method: parameters.text(data, card, token, "tokenization_method"),
                lastFour: parameters.text(data, card, "last4")
            ),
            in: "payment_method_data[card][network_token]",
            cryptogramIn: "payment_method_options[card][network_token][cryptogram]"
        )
    }

    /// The texts of an account number with its cryptogram.
    private struct NetworkTokenText {
        let number, month, year, cryptogram, indicator, method, lastFour: String?
    }

    private static func networkToken(
        _ text: NetworkTokenText,
        in place: String,
        cryptogramIn cryptogramPlace: String
    ) throws(PlatformFailure) -> CardCredentials {
        func required(_ value: String?, _ name: String) throws(PlatformFailure) -> String {
            guard let value, !value.isEmpty else { throw StripeError.missing(name).failure }
            return value
        }
        let number = try required(text.number, "\(place)[number]")
        let month = try required(text.month, "\(place)[exp_month]")
        let year = try required(text.year, "\(place)[exp_year]")
        // Without it, this would be a card payment, which is not what is simulated.
        let cryptogram = try required(text.cryptogram, cryptogramPlace)
        guard text.method == "apple_pay" else {
            throw StripeError.invalid(
                "\(place)[tokenization_method]",
                "The sandbox knows only the tokenization method apple_pay."
            )
            .failure
        }
        guard let bytes = try? Base64.decodeSecret(Array(cryptogram.utf8).span) else {
            throw StripeError.invalid(cryptogramPlace, "The cryptogram is not Base64.").failure
        }
        let monthNumber = try StripeParameters.integer(month, "\(place)[exp_month]")
        let yearNumber = try StripeParameters.integer(year, "\(place)[exp_year]")
        guard (1...12).contains(monthNumber), (0...9_999).contains(yearNumber) else {
            throw StripeError(
                status: .paymentRequired,
                kind: .card,
                code: (1...12).contains(monthNumber)
                    ? "invalid_expiry_year" : "invalid_expiry_month",
                parameter: "\(place)[exp_month]",
                message: "The expiry is invalid."
            )
            .failure
        }
        let digits = "\(10_000 + yearNumber % 100 * 100 + monthNumber)".dropFirst()
        do throws(CardProblem) {
            return try CardCredentials(
                Secret(copying: Array(number.utf8)),
                expiry: String(digits),
                .cryptogram(bytes),
                indicator: text.indicator,
                lastFour: text.lastFour ?? ""
            )
        } catch { throw failure(error, "\(place)[number]") }
    }

    private static func failure(_ problem: CardProblem, _ place: String) -> PlatformFailure {
        switch problem {
        case .token(let refusal):
            StripeError.invalid(place, "The token of Apple Pay is refused: \(refusal)").failure
        case .cryptogramMissing:
            StripeError.invalid(place, "The token of Apple Pay has no cryptogram.").failure
        case .number:
            StripeError(
                status: .paymentRequired,
                kind: .card,
                code: "invalid_number",
                parameter: place,
                message: "The card number is not a valid number."
            )
            .failure
        case .indicator:
            StripeError.invalid(
                place,
                "The electronic commerce indicator has to be one or two digits."
            )
            .failure
        }
    }
}
