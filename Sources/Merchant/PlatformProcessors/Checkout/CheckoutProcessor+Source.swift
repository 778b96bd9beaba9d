internal import Bytes
internal import CardMessages
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
        case (.card(let card), .networkToken): source = try Self.source(card)
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

    private func token(_ sealed: SealedPaymentToken) async throws(ProcessorFailure) -> String {
        var body = JSONBody()
        body.add("type", "applepay")
        body.add("token_data", sealed.paymentData)
        do throws(ProcessorFailure) {
            let answer = try await ask(.post, "tokens", body, isPublic: true)
            guard let token = answer.json?.member("token")?.string, answer.isSuccess else {
                throw .notSent(.requestInvalid)
            }
            return token
        } catch {
            guard case .outcomeUnknown(let cause) = error else { throw error }
            throw .notSent(cause == .cancelled ? .cancelled : .unreachable)
        }
    }

    private static func source(_ card: CardCredentials) throws(ProcessorFailure) -> JSONBody {
        guard case .cryptogram(let cryptogram) = card.proof else { throw .notSent(.unsupported) }
        var indicator: ElectronicCommerceIndicator?
        if let text = card.electronicCommerceIndicator {
            guard let known = ElectronicCommerceIndicator(text) else {
                throw .notSent(.requestInvalid)
            }
            indicator = known
        }
        let scheme = MessageScheme(ofAccountNumber: card.accountNumber)
        var source = JSONBody()
        source.add("type", "network_token")
        source.add("token", secret: card.accountNumber)
        source.add("token_type", "applepay")
        source.add("expiry_month", .integer(Int64(card.expiry.month)))
        source.add("expiry_year", .integer(Int64(card.expiry.year)))
        source.add("cryptogram", secret: Base64.encodeSecret(cryptogram))
        source.add("eci", ElectronicCommerceIndicator.sent(indicator, to: scheme)?.text)
        return source
    }
}
