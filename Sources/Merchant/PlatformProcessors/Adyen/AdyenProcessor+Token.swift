internal import Bytes
internal import JSON
internal import PaymentToken
internal import Payments

extension AdyenProcessor {
    /// Adds the card of a payment.
    ///
    /// - Throws: ``Payments/ProcessorFailure/notSent(_:)`` for what this account is not given.
    func addCard(
        of request: AuthorizationRequest,
        to body: inout JSONBody
    ) throws(ProcessorFailure) {
        if case .stored(let charge) = request.instrument {
            return try Self.add(charge, to: &body)
        }
        if let use = request.storing {
            body.add("storePaymentMethod", .bool(true))
            body.add("recurringProcessingModel", use.adyenName)
            // A shopper of its own for each stored card: the shop's names of its customers are not sent.
            body.add("shopperReference", request.idempotencyKey.text)
        }
        switch (request.instrument, account.form) {
        case (.sealed(let verified), .passThrough):
            let data = Array(verified.token.paymentData.compact.utf8)
            var method = JSONBody()
            method.add("type", "applepay")
            method.add("applePayToken", Base64.encode(data))
            body.add("paymentMethod", method)
        case (.card(let card), .networkToken): Self.add(try NetworkToken(card), to: &body)
        default: throw .notSent(.unsupported)
        }
    }

    /// Adds a card that Adyen has stored.
    private static func add(
        _ charge: StoredCharge,
        to body: inout JSONBody
    ) throws(ProcessorFailure) {
        guard case .reference(let reference) = charge.instrument else {
            throw .notSent(.unsupported)
        }
        let names = reference.split(separator: " ").map(String.init)
        guard names.count == 2 else { throw .notSent(.requestInvalid) }
        var method = JSONBody()
        method.add("type", "scheme")
        method.add("storedPaymentMethodId", names[1])
        body.add("paymentMethod", method)
        body.add("shopperReference", names[0])
        let isMerchants = charge.initiator == .merchant
        body.add("recurringProcessingModel", isMerchants ? charge.use.adyenName : "CardOnFile")
    }

    private static func add(_ card: NetworkToken, to body: inout JSONBody) {
        var method = JSONBody()
        method.add("type", "scheme")
        method.add("brand", "applepay")
        method.add("number", secret: card.number)
        method.add("expiryMonth", String("\(100 + card.expiry.month)".suffix(2)))
        method.add("expiryYear", "\(card.expiry.year)")
        body.add("paymentMethod", method)
        var proof = JSONBody()
        proof.add("authenticationResponse", "Y")
        proof.add("directoryResponse", "Y")
        proof.add("cavv", secret: card.cryptogram)
        proof.add("eci", card.indicator)
        body.add("mpiData", proof)
    }
}

extension PaymentInstrument {
    /// Whether it is of a later payment.
    var isStored: Bool { if case .stored = self { true } else { false } }
}

extension CredentialUse {
    /// The use as Adyen names it.
    ///
    /// - Source: Adyen, *Checkout API v72*, `recurringProcessingModel`.
    fileprivate var adyenName: String {
        switch self {
        case .recurring: "Subscription"
        case .unscheduled: "UnscheduledCardOnFile"
        }
    }
}
