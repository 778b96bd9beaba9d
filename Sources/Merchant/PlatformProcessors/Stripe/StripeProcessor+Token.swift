internal import Bytes
internal import JSON
internal import PaymentToken
internal import Payments

extension StripeProcessor {
    /// The parameters of the token of a card; nil for a stored credential.
    ///
    /// - Throws: ``Payments/ProcessorFailure/notSent(_:)`` for what this account is not given.
    func tokenForm(of request: AuthorizationRequest) throws(ProcessorFailure) -> FormBody? {
        var form: FormBody
        switch (request.instrument, account.form) {
        case (.stored, _): return nil
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

    /// The parameters of a confirmation, and the customer whose PaymentIntent it is.
    struct Means: Sendable {
        var confirmation = FormBody()
        var customer: String?
    }

    /// Makes the token of a card, and the customer for whom it is stored; nothing for a stored credential.
    ///
    /// - Source: Stripe, *Save payment details during payment*: `setup_future_usage` with a customer; later
    ///   `customer`, `payment_method` and `off_session`.
    func means(
        of request: AuthorizationRequest,
        _ tokenForm: FormBody?
    ) async throws(ProcessorFailure) -> Means {
        let key = request.idempotencyKey.text
        var means = Means()
        guard let tokenForm else {
            guard case .stored(let charge) = request.instrument,
                case .reference(let reference) = charge.instrument,
                let stored = StripeStoredCard(reference)
            else { throw .notSent(.unsupported) }
            means.customer = stored.customer
            means.confirmation.add("payment_method", stored.method)
            means.confirmation.add("off_session", charge.initiator == .merchant ? "true" : "false")
            return means
        }
        let token = try await identifier(of: "tokens", tokenForm, "\(key)-token")
        means.confirmation.add("payment_method_data[type]", "card")
        means.confirmation.add("payment_method_data[card][token]", token)
        if request.storing != nil {
            var form = FormBody()
            form.add("metadata[\(StripeMetadata.reference)]", request.merchantReference)
            means.customer = try await identifier(of: "customers", form, "\(key)-customer")
            means.confirmation.add("setup_future_usage", "off_session")
        }
        return means
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
