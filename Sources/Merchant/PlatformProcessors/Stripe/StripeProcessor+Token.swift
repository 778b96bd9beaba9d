internal import Bytes
internal import JSON
internal import PaymentToken
internal import Payments

extension StripeProcessor {
    /// The parameters of the token of a card.
    ///
    /// - Throws: ``Payments/ProcessorFailure/notSent(_:)`` for what this account is not given.
    func tokenForm(of request: AuthorizationRequest) throws(ProcessorFailure) -> FormBody {
        var form: FormBody
        switch (request.instrument, account.form) {
        case (.sealed(let verified), .passThrough): form = Self.form(of: verified.token)
        case (.card(let card), .networkToken): form = Self.form(of: try NetworkToken(card))
        default: throw .notSent(.unsupported)
        }
        if let address = request.billingAddress {
            form.add("card[address_line1]", address.street.isEmpty ? nil : address.street)
            form.add("card[address_zip]", address.postalCode.isEmpty ? nil : address.postalCode)
        }
        return form
    }

    private static func form(of token: SealedPaymentToken) -> FormBody {
        var form = FormBody()
        form.add("pk_token", token.paymentData.compact)
        form.add("pk_token_instrument_name", token.paymentMethod?.displayName)
        form.add("pk_token_payment_network", token.paymentMethod?.network)
        form.add("pk_token_transaction_id", token.transactionID.lowercaseHexadecimal)
        return form
    }

    private static func form(of card: NetworkToken) -> FormBody {
        var form = FormBody()
        form.add("card[number]", secret: card.number)
        form.add("card[exp_month]", "\(card.expiry.month)")
        form.add("card[exp_year]", "\(card.expiry.year)")
        form.add("card[cryptogram]", secret: card.cryptogram)
        form.add("card[eci]", card.indicator)
        form.add("card[tokenization_method]", "apple_pay")
        return form
    }
}
