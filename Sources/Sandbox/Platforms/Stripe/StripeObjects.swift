internal import CardMessages
internal import Cryptography
internal import JSON
internal import Money
internal import Storage
internal import World

// The objects of Stripe's interface, made of the records.
//
// - Source: Stripe API reference, version 2026-10-28, for the members and their meanings.
extension Queryable<PlatformFailure> where Self: ~Copyable {
    func stripeIntent(_ payment: PlatformPayment) throws(PlatformFailure) -> JSONOutput {
        let sums = try sums(of: payment.identifier)
        let (currency, details) = (payment.amount.currency, payment.details)
        let held = payment.state == .authorized ? sums.authorization?.amount.minorUnits ?? 0 : 0
        return .object([
            "id": .string(payment.identifier), "object": "payment_intent",
            "amount": AmountUnits.stripe.json(payment.amount),
            "amount_capturable": AmountUnits.stripe.json(held, currency),
            "amount_details": .object(["tip": .object([:])]),
            "amount_received": AmountUnits.stripe.json(sums.captured, currency),
            "confirmation_method": "automatic",
            "created": .integer(payment.createdAt.seconds),
            "currency": .string(currency.code.lowercased()), "livemode": .bool(false),
            "payment_method_options": .object([:]), "payment_method_types": .array(["card"]),
            "status": .string(payment.state.stripeName),
        ])
        .with(
            details,
            "canceled_at cancellation_reason capture_method client_secret customer description"
                + " last_payment_error latest_charge metadata payment_method setup_future_usage"
                + " statement_descriptor_suffix"
        )
        .with(
            [:],
            "application application_fee_amount automatic_payment_methods customer_account"
                + " excluded_payment_method_types next_action on_behalf_of"
                + " payment_method_configuration_details processing receipt_email review"
                + " shipping source statement_descriptor transfer_data"
                + " transfer_group"
        )
    }

    func stripeCharge(_ charge: PlatformOperation) throws(PlatformFailure) -> JSONOutput {
        guard let payment = try payment(charge.payment, of: .stripe) else { return .null }
        let isApproved = charge.state == .succeeded
        let sums = isApproved ? try sums(of: charge.payment) : PaymentSums([])
        let currency = charge.amount.currency
        let amount = AmountUnits.stripe.json(charge.amount)
        let decline = isApproved ? nil : StripeDeclineCode(charge.responseCode)
        let isWhole = sums.captured > 0 && sums.refundable == 0
        return .object([
            "id": .string(charge.identifier), "object": "charge", "amount": amount,
            "amount_captured": AmountUnits.stripe.json(sums.captured, currency),
            "amount_refunded": AmountUnits.stripe.json(sums.refunded, currency),
            "balance_transaction": .text(sums.capture?.stripeTransaction),
            "captured": .bool(sums.captured > 0), "created": .integer(charge.createdAt.seconds),
            "currency": .string(currency.code.lowercased()), "disputed": .bool(false),
            "failure_code": .text(decline?.code), "failure_message": .text(decline?.message),
            "fraud_details": .object([:]), "livemode": .bool(false),
            "outcome": Self.outcome(charge, decline), "paid": .bool(isApproved),
            "payment_intent": .string(charge.payment),
            "payment_method": charge.details["payment_method"] ?? .null,
            "payment_method_details": .object(["card": Self.card(charge, payment), "type": "card"]),
            "refunded": .bool(isWhole), "status": isApproved ? "succeeded" : "failed",
        ])
        .with(payment.details, "customer description metadata statement_descriptor_suffix")
        .with(
            [:],
            "application application_fee application_fee_amount billing_details"
                + " calculated_statement_descriptor failure_balance_transaction"
                + " on_behalf_of receipt_email receipt_number receipt_url review shipping source"
                + " source_transfer statement_descriptor transfer_data transfer_group"
        )
    }

    private static func outcome(
        _ charge: PlatformOperation,
        _ decline: StripeDeclineCode?
    ) -> JSONOutput {
        .object([
            "advice_code": .null, "network_advice_code": .null,
            "network_decline_code": .text(decline == nil ? nil : charge.responseCode),
            "network_status": decline == nil ? "approved_by_network" : "declined_by_network",
            "reason": .text(decline?.declineCode), "risk_level": "normal",
            "seller_message": .text(decline?.message ?? "Payment complete."),
            "type": decline == nil ? "authorized" : "issuer_declined",
        ])
    }

    private static func card(
        _ charge: PlatformOperation,
        _ payment: PlatformPayment
    ) -> JSONOutput {
        let authorized = charge.state == .succeeded ? AmountUnits.stripe.json(charge.amount) : .null
        let wallet = JSONOutput.object(["apple_pay": .object([:]), "type": "apple_pay"])
        return .object([
            "amount_authorized": authorized,
            "authorization_code": .text(charge.authorizationCode),
            "capture_before": payment.expiresAt.map { .integer($0.seconds) },
            "checks": .object([
                "address_line1_check": check("street", charge, passingBy: ["Y", "A"]),
                "address_postal_code_check": check("postal_code", charge, passingBy: ["Y", "Z"]),
                "cvc_check": .null,
            ]),
            "funding": "unknown", "network": charge.details["brand"] ?? .null,
            "network_token": .object(["used": .bool(true)]),
            "network_transaction_id": .text(charge.networkTransaction),
            "three_d_secure": .object([:]).with(
                charge.details,
                "electronic_commerce_indicator authentication_flow exemption_indicator result"
                    + " result_reason transaction_id version"
            ),
            "wallet": wallet.with(charge.details, "dynamic_last4"),
        ])
        .with(
            charge.details,
            "brand country exp_month exp_year fingerprint installments last4 mandate"
                + " regulated_status transaction_link_id"
        )
    }

    /// The issuer's check of a part of the address; null where the merchant did not state it.
    ///
    /// - Source: Documentation/ChargingByISO8583.md, field 44.2: Y for both parts, A for the street, Z for the postal
    ///   code, N for neither; of Discover Y and A are exchanged.
    private static func check(
        _ part: String,
        _ charge: PlatformOperation,
        passingBy results: Set<String>
    ) -> JSONOutput {
        guard charge.details["states_\(part)"] != nil else { return .null }
        let isDiscover = charge.details.text("brand") == "discover"
        let exchanged = isDiscover ? ["Y": "A", "A": "Y"] : [:]
        guard let result = charge.addressResult.map({ exchanged[$0] ?? $0 }),
            ["Y", "A", "Z", "N"].contains(result)
        else { return "unavailable" }
        return results.contains(result) ? "pass" : "fail"
    }

    func stripeRefund(_ refund: PlatformOperation) throws(PlatformFailure) -> JSONOutput {
        let charge = try sums(of: refund.payment).authorization
        let isDone = refund.state == .succeeded
        return .object([
            "id": .string(refund.identifier), "object": "refund",
            "amount": AmountUnits.stripe.json(refund.amount),
            "balance_transaction": .text(isDone ? refund.stripeTransaction : nil),
            "charge": .text(charge?.identifier), "created": .integer(refund.createdAt.seconds),
            "currency": .string(refund.amount.currency.code.lowercased()),
            "destination_details": .object(["card": .object(["type": "refund"]), "type": "card"]),
            "failure_reason": isDone ? nil : "unknown", "payment_intent": .string(refund.payment),
            "status": isDone ? "succeeded" : "failed",
        ])
        .with(
            refund.details,
            "metadata reason receipt_number source_transfer_reversal transfer_reversal"
        )
    }

    /// A line of the balance. No fee is taken: what Stripe takes depends on the contract.
    func stripeTransaction(_ entry: PlatformOperation) throws(PlatformFailure) -> JSONOutput {
        let isRefund = entry.kind == .refund
        let minorUnits = isRefund ? -entry.amount.minorUnits : entry.amount.minorUnits
        let amount = AmountUnits.stripe.json(minorUnits, entry.amount.currency)
        let source = isRefund ? entry : try sums(of: entry.payment).authorization
        let type: JSONOutput = isRefund ? "refund" : "charge"
        return .object([
            "id": .string(entry.stripeTransaction), "object": "balance_transaction",
            "amount": amount, "available_on": .integer(entry.createdAt.seconds),
            "balance_type": "payments", "created": .integer(entry.createdAt.seconds),
            "currency": .string(entry.amount.currency.code.lowercased()), "description": .null,
            "exchange_rate": .null, "fee": .integer(0), "fee_details": .array([]),
            "net": amount, "reporting_category": type, "source": .text(source?.identifier),
            "status": "available", "type": type,
        ])
    }

    /// The object with an identifier; nil where there is none.
    func stripeObject(_ identifier: String) throws(PlatformFailure) -> JSONOutput? {
        if identifier.hasPrefix("pi_") {
            guard let payment = try payment(identifier, of: .stripe) else { return nil }
            return try stripeIntent(payment)
        }
        if identifier.hasPrefix("evt_") {
            return try event(identifier, of: .stripe).map(StripeDialect.json)
        }
        if identifier.hasPrefix("we_") {
            return try endpoint(identifier, of: .stripe).map {
                StripeInterface.json(of: $0, secret: nil)
            }
        }
        let isTransaction = identifier.hasPrefix("txn_")
        let rest = identifier.dropFirst(4)
        let names = isTransaction ? ["cap_\(rest)", "re_\(rest)"] : [identifier]
        for name in names {
            guard let found = try operation(name), found.isShown else { continue }
            switch found.kind {
            case .authorize: return try stripeCharge(found)
            case .capture where isTransaction: return try stripeTransaction(found)
            case .refund: return try isTransaction ? stripeTransaction(found) : stripeRefund(found)
            case .capture, .release: return nil
            }
        }
        return nil
    }
}

extension PlatformOperation {
    /// The identifier of its line in the balance.
    var stripeTransaction: String { "txn_" + identifier.drop { $0 != "_" }.dropFirst() }

    /// Whether Stripe has an object for it: not for what is in progress or was interrupted.
    fileprivate var isShown: Bool { state == .succeeded || state == .declined }
}

extension PlatformPayment.State {
    /// The state in Stripe's words.
    var stripeName: String {
        switch self {
        case .created: "requires_payment_method"
        case .ready: "requires_confirmation"
        case .processing: "processing"
        case .authorized: "requires_capture"
        case .captured: "succeeded"
        case .canceled: "canceled"
        }
    }
}

extension MessageScheme {
    /// The scheme in Stripe's words.
    var stripeName: String {
        switch self {
        case .visa: "visa"
        case .mastercard: "mastercard"
        case .americanExpress: "amex"
        case .discover: "discover"
        case .jcb: "jcb"
        case .unionPay: "unionpay"
        case .other: "unknown"
        }
    }
}

extension JSONOutput {
    /// A text, or null for none.
    static func text(_ text: String?) -> JSONOutput { text.map(JSONOutput.string) ?? .null }

    /// The object with members more: those of a record, or null where it has none with the name.
    func with(_ details: Details, _ names: String) -> JSONOutput {
        guard case .object(let members) = self else { return self }
        let others = names.split(separator: " ").map { name in
            JSONMember(name: String(name), value: details[String(name)] ?? .null)
        }
        return .object(members + others)
    }
}
