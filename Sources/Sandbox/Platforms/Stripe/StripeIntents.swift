internal import CardMessages
internal import JSON
internal import Money
internal import Storage
internal import World

// Payment intents.
//
// - Source: Stripe API reference, "PaymentIntents"; "How PaymentIntents work" for the states.
extension StripeInterface {
    func createIntent(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        let amount = try Self.amount(
            try parameters.required("amount"),
            "amount",
            try Self.currency(try parameters.required("currency"))
        )
        let capture = try parameters.choice(
            "capture_method",
            of: ["automatic", "automatic_async", "manual"]
        )
        let confirms = try parameters.flag("confirm")
        let source = try Self.source(parameters)
        guard !confirms || source != nil else {
            throw StripeError.missing("payment_method_data").failure
        }
        let byMerchant = try parameters.flag("off_session")
        var details = try Self.described(by: parameters, [:])
        details["capture_method"] = .string(capture ?? "automatic_async")
        return { [self, details] scope, transaction throws(PlatformFailure) in
            let identifier = scope.identifier("pi_")
            var details = try storing(parameters, details, in: transaction)
            details["client_secret"] = .string(
                "\(identifier)_secret_\(scope.randomness.identifier("", length: 24))"
            )
            var payment = PlatformPayment(
                identifier,
                of: .stripe,
                source == nil || confirms ? .created : .ready,
                amount,
                at: scope.now,
                details
            )
            if let source, !confirms {
                let card = try card(source, payment, byMerchant, scope, in: transaction)
                var method = scope.identifier("pm_")
                if case .earlierPayment = card.proof, case .held(let stored) = source {
                    method = stored
                } else {
                    try use(source, scope)
                    held.hold(card, as: method, .null, at: scope.now)
                }
                payment.details["payment_method"] = .string(method)
            }
            try transaction.insert(payment)
            try dialect.tell("payment_intent.created", identifier, scope, in: transaction)
            guard confirms, let source else {
                return .answer(PlatformAnswer(try transaction.stripeIntent(payment)))
            }
            return try confirm(&payment, source, byMerchant, scope, in: transaction)
        }
    }

    func updateIntent(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        return { [self] scope, transaction throws(PlatformFailure) in
            var payment = try intent(request.identifier, in: transaction)
            if let text = parameters.text("amount") {
                guard payment.state == .created || payment.state == .ready else {
                    throw try unexpected(payment, "given another amount", in: transaction)
                }
                payment.amount = try Self.amount(text, "amount", payment.amount.currency)
            }
            payment.details = try storing(
                parameters,
                try Self.described(by: parameters, payment.details),
                in: transaction
            )
            try transaction.update(payment)
            return .answer(PlatformAnswer(try transaction.stripeIntent(payment)))
        }
    }

    func confirmIntent(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        let (source, byMerchant) = (try Self.source(parameters), try parameters.flag("off_session"))
        return { [self] scope, transaction throws(PlatformFailure) in
            var payment = try intent(request.identifier, in: transaction)
            guard payment.state.next.contains(.processing) else {
                throw try unexpected(payment, "confirmed", in: transaction)
            }
            guard
                let source = source
                    ?? payment.details.text("payment_method").map(HeldCards.Source.held)
            else { throw try unexpected(payment, "confirmed", in: transaction) }
            payment.details = try storing(parameters, payment.details, in: transaction)
            return try confirm(&payment, source, byMerchant, scope, in: transaction)
        }
    }

    func captureIntent(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        return { [self] scope, transaction throws(PlatformFailure) in
            var payment = try intent(request.identifier, in: transaction)
            guard payment.state == .authorized,
                let held = try transaction.sums(of: payment.identifier).authorization?.amount
            else { throw try unexpected(payment, "captured", in: transaction) }
            let name = "amount_to_capture"
            let amount = try parameters.text(name).map { text throws(PlatformFailure) in
                try Self.amount(text, name, held.currency)
            }
            guard amount.map({ $0.minorUnits <= held.minorUnits }) != false else {
                throw StripeError.invalid(
                    name,
                    "The amount to capture is greater than the amount that can be captured.",
                    code: "amount_too_large"
                )
                .failure
            }
            payment.details = try Self.described(by: parameters, payment.details)
            try transaction.update(payment)
            let minorUnits = (amount ?? held).minorUnits
            return try dialect.capture(payment, minorUnits, scope, in: transaction)
        }
    }

    func cancelIntent(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let reason = try request.parameters.choice(
            "cancellation_reason",
            of: ["duplicate", "fraudulent", "requested_by_customer", "abandoned"]
        )
        return { [self] scope, transaction throws(PlatformFailure) in
            var payment = try intent(request.identifier, in: transaction)
            guard payment.state.next.contains(.canceled) else {
                throw try unexpected(payment, "canceled", in: transaction)
            }
            payment.details["cancellation_reason"] = reason.map { .string($0) }
            guard payment.state != .authorized else {
                try transaction.update(payment)
                return try dialect.release(payment, keeping: 0, scope, in: transaction)
            }
            payment.go(to: .canceled)
            payment.details["canceled_at"] = .integer(scope.now.seconds)
            try transaction.update(payment)
            try dialect.tell("payment_intent.canceled", payment.identifier, scope, in: transaction)
            return .answer(PlatformAnswer(try transaction.stripeIntent(payment)))
        }
    }

    // MARK: Parts

    private func confirm(
        _ payment: inout PlatformPayment,
        _ source: HeldCards.Source,
        _ byMerchant: Bool,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        var card = try card(source, payment, byMerchant, scope, in: transaction)
        var method = payment.details.text("payment_method") ?? scope.identifier("pm_")
        if case .earlierPayment = card.proof, case .held(let stored) = source {
            method = stored
        } else {
            try use(source, scope)
            if payment.details["setup_future_usage"] != nil,
                let customer = payment.details.text("customer")
            {
                card.credential = .storedForUnscheduled
                try dialect.cards.store(
                    card,
                    as: method,
                    of: customer,
                    with: payment,
                    scope,
                    in: transaction
                )
            }
        }
        payment.go(to: .processing)
        payment.details["payment_method"] = .string(method)
        try transaction.update(payment)
        return try dialect.ask(
            .authorize,
            scope.identifier("ch_"),
            of: payment,
            payment.amount.minorUnits,
            scope,
            in: transaction,
            Self.details(of: card, method),
            card: card
        )
    }

    private static func details(of card: PresentedCard, _ method: String) -> Details {
        var details: Details = [
            "payment_method": .string(method), "brand": .string(card.face.scheme.stripeName),
            "last4": .string(card.face.lastFour),
            "dynamic_last4": .string(card.face.accountLastFour),
            "exp_month": .integer(Int64(card.face.month)),
            "exp_year": .integer(Int64(card.face.year)),
        ]
        details["electronic_commerce_indicator"] = card.face.indicator.map { .string($0) }
        if card.address?.street.isEmpty == false { details["states_street"] = .bool(true) }
        if card.address?.postalCode.isEmpty == false { details["states_postal_code"] = .bool(true) }
        return details
    }

    private func card(
        _ source: HeldCards.Source,
        _ payment: PlatformPayment,
        _ byMerchant: Bool,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PresentedCard {
        switch source {
        case .card(let card): return card
        case .held(let identifier):
            if let held = held.card(identifier, at: scope.now) { return held.card }
            let card = try storedCard(identifier, payment, byMerchant: byMerchant, in: transaction)
            guard let card else {
                let name = identifier.hasPrefix("pm_") ? "payment_method" : "token"
                throw StripeError.noSuch(name, identifier, name).failure
            }
            return card
        }
    }

    private func use(
        _ source: HeldCards.Source,
        _ scope: PlatformScope
    ) throws(PlatformFailure) {
        guard case .held(let identifier) = source, !held.use(identifier, scope) else { return }
        throw StripeError(
            code: "token_already_used",
            message: "The token \(identifier) was used before."
        )
        .failure
    }

    /// A payment intent on which no other request works.
    private func intent(
        _ identifier: String,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformPayment {
        guard let payment = try transaction.payment(identifier, of: .stripe) else {
            throw StripeError.noSuch("payment_intent", identifier, "intent").failure
        }
        guard try !transaction.sums(of: identifier).isBusy else { throw StripeError.locked.failure }
        return payment
    }

    private func unexpected(
        _ payment: PlatformPayment,
        _ doing: String,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformFailure {
        let json = try transaction.stripeIntent(payment)
        return StripeError.unexpectedState(doing, json, payment.state.stripeName).failure
    }

    private static func source(
        _ parameters: StripeParameters
    ) throws(PlatformFailure) -> HeldCards.Source? {
        guard parameters.has("payment_method_data") else {
            return parameters.text("payment_method").map { .held($0) }
        }
        guard parameters.text("payment_method_data", "type") == "card" else {
            throw StripeError.invalid("payment_method_data[type]", "The sandbox knows only card.")
                .failure
        }
        if let token = parameters.text("payment_method_data", "card", "token") {
            return .held(token)
        }
        return .card(try networkTokenCard(parameters))
    }

    static func currency(_ text: String) throws(PlatformFailure) -> Currency {
        guard let currency = Currency(code: text.uppercased()) else {
            throw StripeError.invalid("currency", "Invalid currency: \(text)").failure
        }
        return currency
    }

    static func amount(
        _ text: String,
        _ name: String,
        _ currency: Currency
    ) throws(PlatformFailure) -> Money {
        let units = try StripeParameters.integer(text, name)
        let problem: (String, String)? =
            units < 1
            ? ("amount_too_small", "The amount has to be at least 1.")
            : units > 99_999_999
                ? ("amount_too_large", "The amount has to be at most 99999999.")
                : nil
        if let (code, message) = problem {
            throw StripeError.invalid(name, message, code: code).failure
        }
        guard let money = AmountUnits.stripe.money(units, currency) else {
            throw StripeError.invalid(
                name,
                "The amount ends in digits that the currency does not have.",
                code: "parameter_invalid_integer"
            )
            .failure
        }
        return money
    }

    /// Description and metadata with what a request changes; an empty text removes a value.
    static func described(
        by parameters: StripeParameters,
        _ details: Details
    ) throws(PlatformFailure) -> Details {
        guard parameters.text("metadata")?.isEmpty != false else {
            throw StripeError.invalid("metadata", "The metadata is not an object.").failure
        }
        var details = details
        for name in ["description", "statement_descriptor_suffix"] {
            guard let text = parameters.text(name) else { continue }
            details[name] = text.isEmpty ? nil : .string(text)
        }
        var metadata: [JSONMember] = []
        if case .object(let before)? = details["metadata"] { metadata = before }
        if parameters.text("metadata") == "" { metadata = [] }
        for (name, value) in parameters.members("metadata") {
            metadata.removeAll { $0.name == name }
            if !value.isEmpty { metadata.append(JSONMember(name: name, value: .string(value))) }
        }
        details["metadata"] = .object(metadata)
        return details
    }
}
