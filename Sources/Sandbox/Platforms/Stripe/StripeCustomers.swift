internal import CardMessages
internal import JSON
internal import Storage
internal import World

// Customers, and later payments with the cards that were stored for them.
//
// - Source: Stripe API reference, "Customers"; "Save payment details during payment", for `setup_future_usage`,
//   `off_session` and the customer of a stored payment method.
extension StripeInterface {
    private static let names = ["email", "name", "phone", "description"]

    func createCustomer(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        var details = try Self.described(by: request.parameters, [:])
        for name in Self.names { details[name] = request.parameters.text(name).map { .string($0) } }
        return { [details] scope, transaction throws(PlatformFailure) in
            let identifier = scope.identifier("cus_")
            try transaction.execute(
                """
                INSERT INTO platform_customer (identifier, platform, created_at, details)
                VALUES ($1, $2, $3, $4)
                """,
                [
                    .text(identifier), .text(Platform.stripe.rawValue),
                    .integer(scope.now.seconds), details.stored,
                ]
            )
            let made = try transaction.stripeCustomer(identifier)
            return .answer(made.map { PlatformAnswer($0) } ?? StripeError.failed.answer)
        }
    }

    func customer(
        _ request: StripeRequest,
        _ records: borrowing Snapshot<PlatformFailure>
    ) throws(PlatformFailure) -> JSONOutput {
        guard let customer = try records.stripeCustomer(request.identifier) else {
            throw StripeError.noSuch("customer", request.identifier, "id").failure
        }
        return customer
    }

    /// Details with the customer and the usage that a request states.
    func storing(
        _ parameters: StripeParameters,
        _ details: Details,
        in records: borrowing some Queryable<PlatformFailure> & ~Copyable
    ) throws(PlatformFailure) -> Details {
        var details = details
        if let customer = parameters.text("customer") {
            guard try records.stripeCustomer(customer) != nil else {
                throw StripeError.noSuch("customer", customer, "customer").failure
            }
            details["customer"] = .string(customer)
        }
        let usage = try parameters.choice("setup_future_usage", of: ["off_session", "on_session"])
        if let usage { details["setup_future_usage"] = .string(usage) }
        return details
    }

    /// The card that was stored for the customer of a payment intent.
    func storedCard(
        _ method: String,
        _ payment: PlatformPayment,
        byMerchant: Bool,
        in records: borrowing some Queryable<PlatformFailure> & ~Copyable
    ) throws(PlatformFailure) -> PresentedCard? {
        guard let customer = payment.details.text("customer") else { return nil }
        return try dialect.cards.card(
            method,
            of: customer,
            statedAs: byMerchant ? .unscheduled : .cardholder,
            in: records
        )
    }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    /// A customer as an object; nil where there is none.
    fileprivate func stripeCustomer(
        _ identifier: String
    ) throws(PlatformFailure) -> JSONOutput? {
        try one(
            """
            SELECT created_at, details FROM platform_customer
            WHERE identifier = $1 AND platform = 'stripe'
            """,
            [.text(identifier)]
        ) { row throws(StorageFailure) in
            .object([
                "id": .string(identifier), "object": "customer", "balance": .integer(0),
                "created": .integer(try row.integer("created_at")), "delinquent": .bool(false),
                "invoice_settings": .object([:]).with(
                    [:],
                    "custom_fields default_payment_method footer rendering_options"
                ),
                "livemode": .bool(false), "preferred_locales": .array([]),
            ])
            .with(try Details(row), "description email metadata name phone")
            .with([:], "address currency default_source discount invoice_prefix shipping")
        }
    }
}
