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
                try await opened(token, parameters)
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
        _ card: PresentedCard,
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
            ])
            .with(
                [:],
                "address_city address_country address_line1 address_line1_check address_line2"
                    + " address_state address_zip address_zip_check fingerprint regulated_status"
            ),
            "client_ip": .null, "created": .integer(now.seconds), "livemode": .bool(false),
            "type": "card", "used": .bool(false),
        ])
    }

    /// Verifies the token of Apple Pay, and opens it with the platform's key.
    private func opened(
        _ json: String,
        _ parameters: StripeParameters
    ) async throws(PlatformFailure) -> PresentedCard {
        let instrument = parameters.text("pk_token_instrument_name") ?? ""
        let digits = String(instrument.suffix(4))
        do throws(CardDataRefusal) {
            return try await keys.card(
                Array(json.utf8),
                at: .stripe,
                lastFour: digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? digits : "",
                address: Self.address(parameters)
            )
        } catch { throw Self.failure(error, ["pk_token"]) }
    }

    /// `card[number]`, `card[cryptogram]` and the like.
    private static func classicCard(
        _ parameters: StripeParameters
    ) throws(PlatformFailure) -> PresentedCard {
        try networkToken(
            parameters,
            ["card"],
            cryptogram: ["card", "cryptogram"],
            indicator: ["card", "eci"]
        )
    }

    /// `payment_method_data[card][network_token]`, with the cryptogram among the options.
    static func networkTokenCard(
        _ parameters: StripeParameters
    ) throws(PlatformFailure) -> PresentedCard {
        let options = ["payment_method_options", "card", "network_token"]
        return try networkToken(
            parameters,
            ["payment_method_data", "card", "network_token"],
            cryptogram: options + ["cryptogram"],
            indicator: options + ["electronic_commerce_indicator"]
        )
    }

    /// A card without a cryptogram would be a payment of another kind; it is refused.
    private static func networkToken(
        _ parameters: StripeParameters,
        _ place: [String],
        cryptogram: [String],
        indicator: [String]
    ) throws(PlatformFailure) -> PresentedCard {
        func integer(_ word: String, in range: ClosedRange<Int64>) throws(PlatformFailure) -> Int64
        {
            let path = place + [word]
            let text = try parameters.required(at: path)
            let value = try StripeParameters.integer(text, StripeParameters.name(path))
            guard range.contains(value) else {
                throw cardError(
                    "invalid_expiry_\(word.dropFirst(4))",
                    path,
                    "The expiry is invalid."
                )
            }
            return value
        }
        let number = try parameters.required(at: place + ["number"])
        let month = try integer("exp_month", in: 1...12)
        let year = try integer("exp_year", in: 0...9_999)
        let text = try parameters.required(at: cryptogram)
        guard parameters.text(at: place + ["tokenization_method"]) == "apple_pay" else {
            throw StripeError.invalid(
                StripeParameters.name(place + ["tokenization_method"]),
                "The sandbox knows only the tokenization method apple_pay."
            )
            .failure
        }
        guard let bytes = try? Base64.decodeSecret(Array(text.utf8).span) else {
            let name = StripeParameters.name(cryptogram)
            throw StripeError.invalid(name, "The cryptogram is not Base64.").failure
        }
        do throws(CardDataRefusal) {
            return try PresentedCard(
                Secret(copying: Array(number.utf8)),
                expiry: CardAuthorization.Expiry(month: Int(month), year: Int(year)),
                .cryptogram(bytes),
                indicator: parameters.text(at: indicator),
                lastFour: parameters.text("payment_method_data", "card", "last4") ?? "",
                address: address(parameters)
            )
        } catch { throw failure(error, place + ["number"]) }
    }

    private static func address(_ parameters: StripeParameters) -> AddressData? {
        AddressData(
            postalCode: parameters.text("card", "address_zip") ?? "",
            street: parameters.text("card", "address_line1") ?? ""
        )
    }

    private static func cardError(
        _ code: String,
        _ path: [String],
        _ message: String
    ) -> PlatformFailure {
        StripeError(
            status: .paymentRequired,
            kind: .card,
            code: code,
            parameter: StripeParameters.name(path),
            message: message
        )
        .failure
    }

    private static func failure(_ refusal: CardDataRefusal, _ place: [String]) -> PlatformFailure {
        refusal == .numberInvalid
            ? cardError("invalid_number", place, refusal.message)
            : StripeError.invalid(StripeParameters.name(place), refusal.message).failure
    }
}
