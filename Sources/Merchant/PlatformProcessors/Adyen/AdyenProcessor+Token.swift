internal import Bytes
internal import CardMessages
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
        switch (request.instrument, account.form) {
        case (.sealed(let verified), .passThrough):
            let data = Array(verified.token.paymentData.compact.utf8)
            var method = JSONBody()
            method.add("type", "applepay")
            method.add("applePayToken", Base64.encode(data))
            body.add("paymentMethod", method)
        case (.card(let card), .networkToken): try Self.add(card, to: &body)
        default: throw .notSent(.unsupported)
        }
    }

    private static func add(
        _ card: CardCredentials,
        to body: inout JSONBody
    ) throws(ProcessorFailure) {
        guard case .cryptogram(let cryptogram) = card.proof else { throw .notSent(.unsupported) }
        var indicator: ElectronicCommerceIndicator?
        if let text = card.electronicCommerceIndicator {
            guard let known = ElectronicCommerceIndicator(text) else {
                throw .notSent(.requestInvalid)
            }
            indicator = known
        }
        let scheme = MessageScheme(ofAccountNumber: card.accountNumber)
        let sent = ElectronicCommerceIndicator.sent(indicator, to: scheme)
        var method = JSONBody()
        method.add("type", "scheme")
        method.add("brand", "applepay")
        method.add("number", secret: card.accountNumber)
        method.add("expiryMonth", String("\(100 + card.expiry.month)".suffix(2)))
        method.add("expiryYear", "\(card.expiry.year)")
        body.add("paymentMethod", method)
        var proof = JSONBody()
        proof.add("authenticationResponse", "Y")
        proof.add("directoryResponse", "Y")
        proof.add("cavv", secret: Base64.encodeSecret(cryptogram))
        proof.add("eci", sent?.text)
        body.add("mpiData", proof)
    }
}
