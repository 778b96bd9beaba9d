internal import Bytes
internal import CardMessages
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import Storage
internal import World
internal import XML

// Client tokens, and the nonces that clients make.
//
// - Source: Braintree, *Client token: Generate*, "Client authorization": a client token is valid for 24 hours; *Payment method
//   nonces*: three hours, and used once. The members of a client token are those that braintree-web reads.
extension BraintreeInterface {
    private static let tokenSeconds: Int64 = 86_400
    private static let nonceSeconds: Int64 = 10_800

    func createClientToken(_ request: BraintreeRequest) -> PlatformEngine.Beginning {
        let base = "\(request.origin)/merchants/\(merchant)"
        return { [self] scope, _ throws(PlatformFailure) in
            let content = "created_at=\(scope.now.seconds)"
            let token: JSONOutput = .object([
                "version": .integer(2), "environment": "sandbox", "merchantId": .string(merchant),
                "authorizationFingerprint": .string("\(signature(of: content))|\(content)"),
                "clientApiUrl": .string("\(base)/client_api"),
            ])
            var value = XMLOutput()
            value.add("value", Base64.encode(token.compactBytes))
            return .answer(.xml(.created, "client-token", value))
        }
    }

    /// Whether a text is the fingerprint of a client token that is still valid.
    func isFingerprint(_ text: String) -> Bool {
        let parts = text.split(separator: "|", maxSplits: 1).map(String.init)
        let now = engine.world.clock.now.seconds
        guard parts.count == 2, parts[1].hasPrefix("created_at="),
            let time = Int64(parts[1].dropFirst("created_at=".count)),
            (now - Self.tokenSeconds...now).contains(time)
        else { return false }
        let shown = Secret(copying: Array(parts[0].utf8))
        return shown == Secret(copying: Array(signature(of: parts[1]).utf8))
    }

    private func signature(of content: String) -> String {
        HMACSHA256(key: privateKey).code(for: Array(content.utf8))
            .withBytes { Hexadecimal.encode([UInt8](copying: $0)) }
    }

    /// Makes a nonce of a token of Apple Pay.
    func createNonce(
        _ request: BraintreeRequest
    ) async throws(PlatformFailure) -> PlatformEngine.Beginning {
        let payment = request.client?.member("applePaymentToken")
        guard let text = payment?.member("paymentData")?.string,
            let data = try? Base64.decode(text)
        else { throw Self.clientFailure("paymentData has to be Base64") }
        let name = payment?.member("paymentInstrumentName")?.string ?? ""
        let card: PresentedCard
        do throws(CardDataRefusal) {
            card = try await keys.card(data, at: .braintree, lastFour: String(name.suffix(4)))
        } catch { throw Self.clientFailure(error.message) }
        return { [held] scope, _ throws(PlatformFailure) in
            let nonce = scope.randomness.identifier("tokenapplepay_bc_", length: 20, of: .base32)
            held.hold(card, as: nonce, .null, at: scope.now, for: Self.nonceSeconds)
            let details: JSONOutput = .object([
                "cardType": .string(card.face.scheme.braintreeName),
                "lastTwo": .string(String(card.face.lastFour.suffix(2))),
                "dpanLastTwo": .string(String(card.face.accountLastFour.suffix(2))),
            ])
            let made: JSONOutput = .object([
                "type": "ApplePayCard", "nonce": .string(nonce), "consumed": .bool(false),
                "description": "Apple Pay", "details": details,
            ])
            let answer: JSONOutput = .object(["applePayCards": .array([made])])
            return .answer(PlatformAnswer(.accepted, answer))
        }
    }

    private static func clientFailure(_ message: String) -> PlatformFailure {
        .refused(
            PlatformAnswer(
                .unprocessableContent,
                .object(["error": .object(["message": .string(message)])])
            )
        )
    }

    /// The card of a sale: one that is stored, that of a nonce, or the data itself.
    ///
    /// - Source: Braintree, *Transaction: Sale*, `payment_method_token`, `transaction_source` and
    ///   `store_in_vault_on_success`; GraphQL's `PaymentInitiator` for the meanings.
    func card(
        _ request: BraintreeRequest,
        _ scope: PlatformScope,
        in records: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PresentedCard {
        let source = request.text("transaction_source")
        guard [nil, "recurring_first", "recurring", "unscheduled"].contains(source) else {
            throw BraintreeError.sourceInvalid.failure
        }
        guard let token = request.text("payment_method_token") else {
            var card =
                if let nonce = request.text("payment_method_nonce") {
                    try held(nonce, scope)
                } else {
                    try Self.card(request)
                }
            if request.stores {
                card.credential =
                    source == "recurring_first" ? .storedForRecurring : .storedForUnscheduled
            }
            return card
        }
        let indicator: StoredCredentialIndicator =
            switch source {
            case "recurring": .recurring
            case "unscheduled": .unscheduled
            default: .cardholder
            }
        let card = try dialect.cards.card(token, of: "", statedAs: indicator, in: records)
        guard let card else { throw BraintreeError.tokenInvalid.failure }
        return card
    }

    private func held(
        _ nonce: String,
        _ scope: PlatformScope
    ) throws(PlatformFailure) -> PresentedCard {
        guard let found = held.card(nonce, at: scope.now) else {
            throw BraintreeError.nonceUnknown.failure
        }
        guard held.use(nonce, scope) else { throw BraintreeError.nonceConsumed.failure }
        return found.card
    }

    private static func card(_ request: BraintreeRequest) throws(PlatformFailure) -> PresentedCard {
        guard let number = request.text("apple_pay_card", "number") else {
            throw BraintreeError.numberRequired.failure
        }
        guard let month = request.text("apple_pay_card", "expiration_month").flatMap({ Int($0) }),
            let year = request.text("apple_pay_card", "expiration_year").flatMap({ Int($0) }),
            let expiry = CardAuthorization.Expiry(month: month, year: year)
        else { throw BraintreeError.monthRequired.failure }
        // Without it, this would be a card payment, which is not what is simulated.
        guard let text = request.text("apple_pay_card", "cryptogram"),
            let cryptogram = try? Base64.decode(text), !cryptogram.isEmpty
        else { throw BraintreeError.cryptogramRequired.failure }
        do throws(CardDataRefusal) {
            return try PresentedCard(
                Secret(copying: Array(number.utf8)),
                expiry: expiry,
                .cryptogram(Secret(copying: cryptogram)),
                indicator: request.text("apple_pay_card", "eci_indicator")
            )
        } catch { throw BraintreeError.numberRequired.failure }
    }
}

extension MessageScheme {
    /// The scheme in Braintree's words.
    var braintreeName: String {
        self == .mastercard ? "MasterCard" : checkoutName
    }
}
