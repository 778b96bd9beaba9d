internal import Bytes
internal import CardMessages
internal import JSON
internal import Money
internal import Storage

// Payments.
//
// - Source: Adyen, *Checkout API v72*, `PaymentRequest`; "Testing result codes and refusal reasons". `mpiData` with a
//   device account number is not described there for Apple Pay; it is as ActiveMerchant sends it.
extension AdyenInterface {
    func pay(_ request: AdyenRequest) async throws(PlatformFailure) -> PlatformEngine.Beginning {
        let amount = try request.amount()
        let reference = try request.required("reference")
        _ = try request.required("returnUrl")
        guard let method = request.body.member("paymentMethod"),
            let type = method.member("type")?.string
        else { throw AdyenError.missing("paymentMethod").failure }
        let source: HeldCards.Source =
            if let stored = method.member("storedPaymentMethodId")?.string { .held(stored) } else {
                .card(try await card(method, type, request.body.member("mpiData")))
            }
        let data = request.body.member("additionalData")
        let number = data?.member("RequestedTestAcquirerResponseCode")
        let refusal = AdyenRefusalResult(
            test: number?.integer ?? number?.string.flatMap { Int64($0) },
            name: number?.string ?? method.member("holderName")?.string
        )
        let delay = request.body.member("captureDelayHours")?.integer ?? 0
        let isManual = data?.member("manualCapture")?.isTrue == true || delay > 0
        let storing = AdyenStoring(request)
        return { [cards] scope, transaction throws(PlatformFailure) in
            let card = try storing.card(source, cards, in: transaction)
            var details: Details = [
                "merchantAccount": .string(request.merchantAccount), "type": .string(type),
                "brand": .string(card.face.scheme.adyenName),
                "lastFour": .string(card.face.lastFour),
                "expiry": .string("\(card.face.month)/\(card.face.year)"),
                "isManual": .bool(isManual),
            ]
            details["eci"] = card.face.indicator.map { .string($0) }
            let stored = storing.stores ? scope.pspReference() : nil
            details["storedPaymentMethod"] = stored.map { .string($0) }
            details["shopper"] = storing.stores ? storing.shopper.map { .string($0) } : nil
            var payment = PlatformPayment(
                scope.pspReference(),
                of: .adyen,
                refusal == nil ? .processing : .created,
                amount,
                at: scope.now,
                details
            )
            payment.reference = reference
            try transaction.insert(payment)
            try storing.store(card, as: stored, with: payment, cards, scope, in: transaction)
            if let refusal {
                return try AdyenDialect().refuse(payment, refusal, scope, in: transaction)
            }
            return try AdyenDialect().ask(
                .authorize,
                "\(payment.identifier)-auth",
                of: payment,
                amount.minorUnits,
                scope,
                in: transaction,
                card: card
            )
        }
    }

    private func card(
        _ method: JSONValue,
        _ type: String,
        _ proof: JSONValue?
    ) async throws(PlatformFailure) -> PresentedCard {
        guard ["applepay", "scheme", "networkToken"].contains(type) else {
            throw AdyenError(
                code: "14_004",
                message: "The sandbox knows only applepay, scheme and networkToken."
            )
            .failure
        }
        do throws(CardDataRefusal) {
            guard type == "applepay" else { return try Self.networkToken(method, proof) }
            if let token = Self.token(method.member("applePayToken")) {
                return try await keys.card(token, at: .adyen)
            }
        } catch {
            throw AdyenError(code: "101", message: "The card data cannot be used: \(error.message)")
                .failure
        }
        throw AdyenError(
            code: "101",
            message: "applePayToken is not the Base64 text of a token's paymentData."
        )
        .failure
    }

    private static func token(_ text: JSONValue?) -> [UInt8]? {
        guard let text = text?.string, text.utf8.count <= 10_000 else { return nil }
        return (try? Base64.decode(text)).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// A device account number, with its cryptogram in `mpiData`: without it, this would be a card payment, which
    /// is not what is simulated.
    private static func networkToken(
        _ method: JSONValue,
        _ proof: JSONValue?
    ) throws(CardDataRefusal) -> PresentedCard {
        let text =
            proof?.member("cavv")?.secretString
            ?? proof?.member("tokenAuthenticationVerificationValue")?.secretString
        guard let text, let cryptogram = text.withBytes({ try? Base64.decodeSecret($0) }) else {
            throw .cryptogramMissing
        }
        guard let number = method.member("number")?.secretString,
            let month = method.member("expiryMonth")?.string.flatMap({ Int($0) }),
            let year = method.member("expiryYear")?.string.flatMap({ Int($0) }),
            (2_000...2_099).contains(year)
        else { throw .numberInvalid }
        return try PresentedCard(
            number,
            expiry: CardAuthorization.Expiry(month: month, year: year),
            .cryptogram(cryptogram),
            indicator: proof?.member("eci")?.string
        )
    }
}

extension JSONValue {
    /// True, also as a text, as the members of `additionalData` are.
    fileprivate var isTrue: Bool { bool == true || string == "true" }
}

extension MessageScheme {
    /// The scheme as Adyen names it.
    var adyenName: String {
        switch self {
        case .visa: "visa"
        case .mastercard: "mc"
        case .americanExpress: "amex"
        case .discover: "discover"
        case .jcb: "jcb"
        case .unionPay: "cup"
        case .other: "unknown"
        }
    }
}
