internal import HTTPMessages
internal import JSON
internal import Storage

/// An operation of Stripe's interface: its path, its parameters, and the action.
struct StripeRoute: Sendable {
    /// The action of an operation.
    enum Action: Sendable {
        /// It reads the records.
        case read(
            @Sendable (StripeInterface, StripeRequest, borrowing Snapshot) throws(PlatformFailure)
                -> JSONOutput
        )
        /// It checks the parameters, and says what is done under the idempotency key.
        case write(
            @Sendable (StripeInterface, StripeRequest) async throws(PlatformFailure)
                -> PlatformEngine.Beginning
        )
    }

    let method: HTTPMethod
    /// The path after `/v1`; `*` stands for an identifier.
    let path: [String]
    /// The parameters, as paths of words.
    let form: [[String]]
    let action: Action

    private init(_ method: HTTPMethod, _ path: String, _ form: String, _ action: Action) {
        (self.method, self.action) = (method, action)
        self.path = path.split(separator: "/").map(String.init)
        self.form = (form + " expand[*]").split(separator: " ").compactMap {
            StripeParameters.path(String($0))
        }
    }

    private static let list =
        "limit starting_after ending_before created created[gt] created[gte] created[lt] created[lte]"
    /// Parameters of clients that change nothing here are taken too: payments are by card, without a page to which a
    /// customer would be sent.
    private static let ignored =
        "payment_method_types[*] automatic_payment_methods[**] confirmation_method return_url"
        + " error_on_requires_action off_session payment_method_data[billing_details][**]"
    private static let method =
        "payment_method_data[type] payment_method_data[card][token] payment_method_data[card][last4]"
        + " payment_method_data[card][exp_month] payment_method_data[card][exp_year]"
        + " payment_method_data[card][network_token][number]"
        + " payment_method_data[card][network_token][exp_month]"
        + " payment_method_data[card][network_token][exp_year]"
        + " payment_method_data[card][network_token][tokenization_method]"
        + " payment_method_options[card][network_token][cryptogram]"
        + " payment_method_options[card][network_token][electronic_commerce_indicator] " + ignored
    private static let description = "description metadata metadata[*] statement_descriptor_suffix"

    static let all = tokens + intents + money + webhooks

    private static let tokens: [StripeRoute] = [
        StripeRoute(
            .post,
            "tokens",
            "pk_token pk_token_instrument_name pk_token_payment_network pk_token_transaction_id"
                + " card[number] card[exp_month] card[exp_year] card[cryptogram] card[eci]"
                + " card[tokenization_method] card[name] card[address_line1] card[address_line2]"
                + " card[address_city] card[address_state] card[address_zip] card[address_country]",
            .write { stripe, request throws(PlatformFailure) in
                try await stripe.createToken(request)
            }
        ),
        StripeRoute(
            .get,
            "tokens/*",
            "",
            .read { stripe, request, _ throws(PlatformFailure) in try stripe.token(request) }
        ),
        StripeRoute(
            .get,
            "account",
            "",
            .read { stripe, _, _ throws(PlatformFailure) in stripe.accountObject }
        ),
    ]

    private static let intents: [StripeRoute] = [
        StripeRoute(
            .post,
            "payment_intents",
            "amount currency capture_method confirm \(description) \(method)",
            .write { stripe, request throws(PlatformFailure) in try stripe.createIntent(request) }
        ),
        StripeRoute(
            .post,
            "payment_intents/*",
            "amount \(description)",
            .write { stripe, request throws(PlatformFailure) in try stripe.updateIntent(request) }
        ),
        StripeRoute(
            .post,
            "payment_intents/*/confirm",
            method,
            .write { stripe, request throws(PlatformFailure) in try stripe.confirmIntent(request) }
        ),
        StripeRoute(
            .post,
            "payment_intents/*/capture",
            "amount_to_capture metadata metadata[*]",
            .write { stripe, request throws(PlatformFailure) in try stripe.captureIntent(request) }
        ),
        StripeRoute(
            .post,
            "payment_intents/*/cancel",
            "cancellation_reason",
            .write { stripe, request throws(PlatformFailure) in try stripe.cancelIntent(request) }
        ),
        StripeRoute(
            .get,
            "payment_intents/*",
            "client_secret",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.object("payment_intent", "pi_", request, records)
            }
        ),
        StripeRoute(
            .get,
            "payment_intents",
            list,
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.list(.payments, request, records)
            }
        ),
    ]

    private static let money: [StripeRoute] = [
        StripeRoute(
            .get,
            "charges/*",
            "",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.object("charge", "ch_", request, records)
            }
        ),
        StripeRoute(
            .get,
            "charges",
            "\(list) payment_intent",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.list(.operations([.authorize]), request, records)
            }
        ),
        StripeRoute(
            .post,
            "refunds",
            "payment_intent charge amount reason metadata metadata[*]",
            .write { stripe, request throws(PlatformFailure) in try stripe.createRefund(request) }
        ),
        StripeRoute(
            .get,
            "refunds/*",
            "",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.object("refund", "re_", request, records)
            }
        ),
        StripeRoute(
            .get,
            "refunds",
            "\(list) payment_intent charge",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.list(.operations([.refund]), request, records)
            }
        ),
        StripeRoute(
            .get,
            "balance_transactions/*",
            "",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.object("balance transaction", "txn_", request, records)
            }
        ),
        StripeRoute(
            .get,
            "balance_transactions",
            "\(list) type",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.balance(request, records)
            }
        ),
    ]

    private static let webhooks: [StripeRoute] = [
        StripeRoute(
            .get,
            "events/*",
            "",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.event(request, records)
            }
        ),
        StripeRoute(
            .get,
            "events",
            "\(list) type",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.list(.events, request, records)
            }
        ),
        StripeRoute(
            .post,
            "webhook_endpoints",
            "url enabled_events[*] description api_version metadata metadata[*]",
            .write { stripe, request throws(PlatformFailure) in try stripe.createEndpoint(request) }
        ),
        StripeRoute(
            .get,
            "webhook_endpoints/*",
            "",
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.endpoint(request, records)
            }
        ),
        StripeRoute(
            .get,
            "webhook_endpoints",
            list,
            .read { stripe, request, records throws(PlatformFailure) in
                try stripe.list(.endpoints, request, records)
            }
        ),
        StripeRoute(
            .delete,
            "webhook_endpoints/*",
            "",
            .write { stripe, request throws(PlatformFailure) in stripe.deleteEndpoint(request) }
        ),
    ]
}
