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
