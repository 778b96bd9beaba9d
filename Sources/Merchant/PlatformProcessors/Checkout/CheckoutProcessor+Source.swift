internal import Bytes
internal import HTTPMessages
internal import JSON
internal import PaymentToken
internal import Payments

extension CheckoutProcessor {
    /// The source of a payment: a token that Checkout.com makes of the sealed one, or the card.
    ///
    /// - Source: Checkout.com, *Apple Pay for API only*, and *Pay with a pre-decrypted Apple Pay token*.
    /// - Throws: ``Payments/ProcessorFailure/notSent(_:)``: no money has moved.
    func source(of request: AuthorizationRequest) async throws(ProcessorFailure) -> JSONBody {
        var source: JSONBody
        switch (request.instrument, account.form) {
        case (.sealed(let verified), .passThrough):
            source = JSONBody()
            source.add("type", "token")
            source.add("token", try await token(verified.token))
        case (.card(let card), .networkToken): source = Self.source(try NetworkToken(card))
        case (.stored(let charge), _):
            source = JSONBody()
            source.add("type", "id")
            source.add("id", try Self.names(of: charge).source)
        default: throw .notSent(.unsupported)
        }
        if let address = request.billingAddress {
            var given = JSONBody()
            given.add("address_line1", address.street.isEmpty ? nil : address.street)
            given.add("zip", address.postalCode.isEmpty ? nil : address.postalCode)
            source.add("billing_address", given)
        }
        return source
    }

    /// Adds that the card is stored, or was.
    ///
    /// - Source: Checkout.com API reference, "Request a payment": `payment_type`, `merchant_initiated` and
    ///   `previous_payment_id`.
    func addStoring(
        of request: AuthorizationRequest,
        to body: inout JSONBody
    ) throws(ProcessorFailure) {
        if let use = request.storing { body.add("payment_type", use.checkoutName) }
        guard case .stored(let charge) = request.instrument else { return }
        let byMerchant = charge.initiator == .merchant
        body.add("payment_type", byMerchant ? charge.use.checkoutName : "Regular")
        body.add("merchant_initiated", .bool(byMerchant))
        body.add("previous_payment_id", try Self.names(of: charge).payment)
    }

    /// The source of the first payment, and that payment.
    private static func names(
        of charge: StoredCharge
    ) throws(ProcessorFailure) -> (source: String, payment: String) {
        guard case .reference(let reference) = charge.instrument else {
            throw .notSent(.unsupported)
        }
        let names = reference.split(separator: " ").map(String.init)
        guard names.count == 2 else { throw .notSent(.requestInvalid) }
        return (names[0], names[1])
    }

    private func token(_ sealed: SealedPaymentToken) async throws(ProcessorFailure) -> String {
        var body = JSONBody()
        body.add("type", "applepay")
        body.add("token_data", sealed.paymentData)
        return try await ProcessorFailure.withoutEffect { () async throws(ProcessorFailure) in
            let answer = try await ask(.post, "tokens", body, isPublic: true)
            guard let token = answer.json?.member("token")?.string, answer.isSuccess else {
                throw .notSent(.requestInvalid)
            }
            return token
        }
    }

    private static func source(_ card: NetworkToken) -> JSONBody {
        var source = JSONBody()
        source.add("type", "network_token")
        source.add("token", secret: card.number)
        source.add("token_type", "applepay")
        source.add("expiry_month", .integer(Int64(card.expiry.month)))
        source.add("expiry_year", .integer(Int64(card.expiry.year)))
        source.add("cryptogram", secret: card.cryptogram)
        source.add("eci", card.indicator)
        return source
    }
}

extension CredentialUse {
    /// The use as Checkout.com names it.
    fileprivate var checkoutName: String {
        switch self {
        case .recurring: "Recurring"
        case .unscheduled: "Unscheduled"
        }
    }
}
