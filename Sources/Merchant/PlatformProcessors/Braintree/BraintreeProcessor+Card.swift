internal import Bytes
internal import HTTPMessages
internal import JSON
internal import PaymentToken
internal import Payments
internal import XML

extension BraintreeProcessor {
    /// Adds the card of a payment: a nonce that Braintree makes of the sealed token, the opened card, or the token of
    /// one that it has stored.
    ///
    /// - Source: Braintree, *Transaction: Sale*, `apple_pay_card` and `payment_method_token`; for the nonce, which
    ///   Braintree's own clients make, braintree-web and braintree_ios on GitHub.
    /// - Throws: ``Payments/ProcessorFailure/notSent(_:)``: no money has moved.
    func addCard(
        of request: AuthorizationRequest,
        to sale: inout XMLOutput
    ) async throws(ProcessorFailure) {
        switch (request.instrument, account.form) {
        case (.sealed(let verified), .passThrough):
            sale.add("payment_method_nonce", try await nonce(verified.token))
        case (.card(let card), .networkToken):
            sale.add("apple_pay_card", Self.card(try NetworkToken(card)))
        case (.stored(let charge), _):
            guard case .reference(let token) = charge.instrument else {
                throw .notSent(.unsupported)
            }
            sale.add("payment_method_token", token)
        default: throw .notSent(.unsupported)
        }
        if let address = request.billingAddress {
            var billing = XMLOutput()
            billing.add("street_address", address.street.isEmpty ? nil : address.street)
            billing.add("postal_code", address.postalCode.isEmpty ? nil : address.postalCode)
            sale.add("billing", billing)
        }
    }

    private func nonce(_ sealed: SealedPaymentToken) async throws(ProcessorFailure) -> String {
        guard let key = account.settings["tokenizationKey"] else {
            throw .notSent(.requestInvalid)
        }
        let payment: JSONOutput = .object([
            "paymentData": .string(Base64.encode(Array(sealed.paymentData.compact.utf8))),
            "paymentInstrumentName": sealed.paymentMethod?.displayName.map { .string($0) },
            "paymentNetwork": sealed.paymentMethod?.network.map { .string($0) },
            "transactionIdentifier": .string(sealed.transactionID.lowercaseHexadecimal),
        ])
        var body = JSONBody()
        body.add("applePaymentToken", payment)
        body.add("tokenizationKey", key)
        return try await ProcessorFailure.withoutEffect { () async throws(ProcessorFailure) in
            let answer = try await send(
                .post,
                "client_api/v1/payment_methods/apple_payment_tokens",
                [.contentType: .json],
                body.bytes
            )
            let cards = (try? JSONDocument(answer.body).root)?.member("applePayCards")
            guard let nonce = cards?.elements?.first?.member("nonce")?.string else {
                throw .notSent(.requestInvalid)
            }
            return nonce
        }
    }

    private static func card(_ token: NetworkToken) -> XMLOutput {
        var card = XMLOutput()
        card.add("number", secret: token.number)
        card.add("expiration_month", String("\(100 + token.expiry.month)".suffix(2)))
        card.add("expiration_year", "\(token.expiry.year)")
        card.add("cryptogram", secret: token.cryptogram)
        card.add("eci_indicator", token.indicator)
        return card
    }
}

extension AuthorizationRequest {
    /// The occasion of a payment that stores its card for others, or follows them; nil where the shopper's wish is
    /// all there is.
    ///
    /// - Source: Braintree, *Transaction: Sale*, `transaction_source`; GraphQL's `PaymentInitiator` for the meanings.
    var braintreeSource: String? {
        if storing == .recurring { return "recurring_first" }
        guard case .stored(let charge) = instrument, charge.initiator == .merchant else {
            return nil
        }
        return switch charge.use {
        case .recurring: "recurring"
        case .unscheduled: "unscheduled"
        }
    }
}
