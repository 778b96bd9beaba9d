internal import HTTPMessages
internal import JSON
internal import Storage

// The operations, with their parameters.
extension StripeInterface {
    typealias Request = StripeRequest

    private static let list =
        "limit starting_after ending_before created created[gt] created[gte] created[lt] created[lte]"
    /// Parameters of clients that change nothing here are taken too: payments are by card, without a page to which a
    /// customer would be sent.
    private static let ignored =
        "payment_method_types[*] automatic_payment_methods[**] confirmation_method return_url"
        + " error_on_requires_action payment_method_data[billing_details][**]"
    private static let method =
        "payment_method_data[type] payment_method_data[card][token] payment_method_data[card][last4]"
        + " payment_method_data[card][exp_month] payment_method_data[card][exp_year]"
        + " payment_method_data[card][network_token][number]"
        + " payment_method_data[card][network_token][exp_month]"
        + " payment_method_data[card][network_token][exp_year]"
        + " payment_method_data[card][network_token][tokenization_method]"
        + " payment_method_options[card][network_token][cryptogram]"
        + " payment_method_options[card][network_token][electronic_commerce_indicator]"
        + " payment_method off_session setup_future_usage " + ignored
    private static let description = "description metadata metadata[*] statement_descriptor_suffix"

    static let routes = tokens + customers + intents + money + webhooks

    /// The objects of a path, one by its identifier, and the list.
    private static func objects(
        _ path: String,
        _ noun: String,
        _ prefix: String,
        _ records: RecordList,
        _ filters: String = ""
    ) -> [PlatformRoute<StripeInterface>] {
        [
            .get("\(path)/*", "client_secret") {
                stripe,
                request,
                snapshot throws(PlatformFailure) in
                try stripe.object(noun, prefix, request, snapshot)
            },
            .get(path, "\(list) \(filters)") { stripe, request, snapshot throws(PlatformFailure) in
                try stripe.list(records, path, request, snapshot)
            },
        ]
    }

    private static let tokens: [PlatformRoute<StripeInterface>] = [
        .post(
            "tokens",
            "pk_token pk_token_instrument_name pk_token_payment_network pk_token_transaction_id"
                + " card[number] card[exp_month] card[exp_year] card[cryptogram] card[eci]"
                + " card[tokenization_method] card[name] card[address_line1] card[address_line2]"
                + " card[address_city] card[address_state] card[address_zip] card[address_country]"
        ) { stripe, request throws(PlatformFailure) in try await stripe.createToken(request) },
        .get("tokens/*", "") { stripe, request, _ throws(PlatformFailure) in
            try stripe.token(request)
        },
        .get("account", "") { stripe, _, _ throws(PlatformFailure) in stripe.accountObject },
    ]

    private static let customers: [PlatformRoute<StripeInterface>] = [
        .post("customers", "email name phone description metadata metadata[*]") {
            stripe,
            request throws(PlatformFailure) in try stripe.createCustomer(request)
        },
        .get("customers/*") { stripe, request, records throws(PlatformFailure) in
            try stripe.customer(request, records)
        },
    ]

    private static let intents: [PlatformRoute<StripeInterface>] =
        [
            .post(
                "payment_intents",
                "amount currency capture_method confirm customer \(description) \(method)"
            ) { stripe, request throws(PlatformFailure) in try stripe.createIntent(request) },
            .post("payment_intents/*", "amount customer setup_future_usage \(description)") {
                stripe,
                request throws(PlatformFailure) in try stripe.updateIntent(request)
            },
            .post("payment_intents/*/confirm", method) {
                stripe,
                request throws(PlatformFailure) in try stripe.confirmIntent(request)
            },
            .post("payment_intents/*/capture", "amount_to_capture metadata metadata[*]") {
                stripe,
                request throws(PlatformFailure) in try stripe.captureIntent(request)
            },
            .post("payment_intents/*/cancel", "cancellation_reason") {
                stripe,
                request throws(PlatformFailure) in try stripe.cancelIntent(request)
            },
        ] + objects("payment_intents", "payment_intent", "pi_", .payments)

    private static let money: [PlatformRoute<StripeInterface>] =
        objects("charges", "charge", "ch_", .authorizations, "payment_intent")
        + objects("refunds", "refund", "re_", .refunds, "payment_intent charge")
        // None is ever opened.
        + objects("disputes", "dispute", "dp_", [], "payment_intent charge")
        + [
            .post("refunds", "payment_intent charge amount reason metadata metadata[*]") {
                stripe,
                request throws(PlatformFailure) in try stripe.createRefund(request)
            },
            .get("balance_transactions/*", "") { stripe, request, records throws(PlatformFailure) in
                try stripe.object("balance transaction", "txn_", request, records)
            },
            .get("balance_transactions", "\(list) type") {
                stripe,
                request,
                records throws(PlatformFailure) in
                try stripe.balance(request, records)
            },
        ]

    private static let webhooks: [PlatformRoute<StripeInterface>] =
        objects("events", "event", "evt_", .events, "type")
        + objects("webhook_endpoints", "webhook endpoint", "we_", .endpoints)
        + [
            .post(
                "webhook_endpoints",
                "url enabled_events[*] description api_version metadata metadata[*]"
            ) { stripe, request throws(PlatformFailure) in try stripe.createEndpoint(request) },
            .delete("webhook_endpoints/*") { stripe, request throws(PlatformFailure) in
                stripe.deleteEndpoint(request)
            },
        ]
}
