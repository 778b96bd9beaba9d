internal import CardMessages
internal import Cryptography
internal import JSON
internal import Money
internal import Storage
internal import World

// The objects of Stripe's interface, made of the records.
//
// - Source: Stripe API reference, version 2026-10-28, for the members and their meanings.
extension Queryable where Self: ~Copyable {
    func stripeIntent(_ payment: PlatformPayment) throws(PlatformFailure) -> JSONOutput {
        let sums = try sums(of: payment.identifier)
        let currency = payment.amount.currency
        let capturable =
            payment.state == .authorized ? sums.authorization?.amount.minorUnits ?? 0 : 0
        let details = payment.details
        let received = StripeAmount.units(sums.captured, currency)
        return .object([
            "id": .string(payment.identifier), "object": "payment_intent",
            "amount": .integer(StripeAmount.units(payment.amount)),
            "amount_capturable": .integer(StripeAmount.units(capturable, currency)),
            "amount_details": .object(["tip": .object([:])]),
            "amount_received": .integer(received),
            "application": .null, "application_fee_amount": .null,
            "automatic_payment_methods": .null,
            "canceled_at": details["canceled_at"] ?? .null,
            "cancellation_reason": details["cancellation_reason"] ?? .null,
            "capture_method": details["capture_method"] ?? .null,
            "client_secret": details["client_secret"] ?? .null,
            "confirmation_method": "automatic",
            "created": .integer(payment.createdAt.seconds),
            "currency": .string(currency.code.lowercased()), "customer": .null,
            "description": details["description"] ?? .null,
            "last_payment_error": details["last_payment_error"] ?? .null,
            "latest_charge": details["latest_charge"] ?? .null,
            "livemode": .bool(false),
            "metadata": details["metadata"] ?? .object([:]),
            "next_action": .null, "on_behalf_of": .null,
            "payment_method": details["payment_method"] ?? .null,
            "payment_method_options": .object([:]),
            "payment_method_types": .array(["card"]),
            "processing": .null, "receipt_email": .null, "review": .null,
            "setup_future_usage": .null, "shipping": .null, "source": .null,
            "statement_descriptor": .null,
            "statement_descriptor_suffix": details["statement_descriptor_suffix"] ?? .null,
            "status": .string(payment.state.stripeName),
            "transfer_data": .null, "transfer_group": .null,
        ])
    }

    func stripeCharge(_ charge: PlatformOperation) throws(PlatformFailure) -> JSONOutput {
        guard let payment = try payment(charge.payment) else { return .null }
        let isApproved = charge.state == .succeeded
        let sums = isApproved ? try sums(of: charge.payment) : PaymentSums([])
        let currency = charge.amount.currency
        let amount = StripeAmount.units(charge.amount)
        let refunded = sums.isReleased ? amount : StripeAmount.units(sums.refunded, currency)
        let decline = isApproved ? nil : StripeDecline(charge.responseCode)
        let isWhole = sums.isReleased || sums.captured > 0 && sums.refundable == 0
        return .object([
            "id": .string(charge.identifier), "object": "charge", "amount": .integer(amount),
            "amount_captured": .integer(StripeAmount.units(sums.captured, currency)),
            "amount_refunded": .integer(refunded),
            "application": .null, "application_fee": .null, "application_fee_amount": .null,
            "balance_transaction": .text(sums.capture?.stripeTransaction),
            "billing_details": .null, "calculated_statement_descriptor": .null,
            "captured": .bool(sums.captured > 0),
            "created": .integer(charge.createdAt.seconds),
            "currency": .string(currency.code.lowercased()), "customer": .null,
            "description": payment.details["description"] ?? .null,
            "disputed": .bool(false), "failure_balance_transaction": .null,
            "failure_code": .text(decline?.code),
            "failure_message": .text(decline?.message),
            "fraud_details": .object([:]), "livemode": .bool(false),
            "metadata": payment.details["metadata"] ?? .object([:]), "on_behalf_of": .null,
            "outcome": Self.outcome(charge, decline),
            "paid": .bool(isApproved), "payment_intent": .string(charge.payment),
            "payment_method": charge.details["payment_method"] ?? .null,
            "payment_method_details": .object(["card": Self.card(charge), "type": "card"]),
            "receipt_email": .null, "receipt_number": .null, "receipt_url": .null,
            "refunded": .bool(isWhole), "review": .null, "shipping": .null, "source": .null,
            "source_transfer": .null, "statement_descriptor": .null,
            "statement_descriptor_suffix": payment.details["statement_descriptor_suffix"] ?? .null,
            "status": isApproved ? "succeeded" : "failed",
            "transfer_data": .null, "transfer_group": .null,
        ])
    }

    private static func outcome(
        _ charge: PlatformOperation,
        _ decline: StripeDecline?
    ) -> JSONOutput {
        guard let decline else {
            return .object([
                "network_decline_code": .null, "network_status": "approved_by_network",
                "reason": .null, "risk_level": "normal", "seller_message": "Payment complete.",
                "type": "authorized",
            ])
        }
        return .object([
            "network_decline_code": .text(charge.responseCode),
            "network_status": "declined_by_network", "reason": .string(decline.declineCode),
            "risk_level": "normal", "seller_message": "The bank declined the payment.",
            "type": "issuer_declined",
        ])
    }

    private static func card(_ charge: PlatformOperation) -> JSONOutput {
        let values = charge.details
        let security = values["eci"].map { indicator -> JSONOutput in
            .object(["electronic_commerce_indicator": indicator])
        }
        let authorized = charge.state == .succeeded ? StripeAmount.units(charge.amount) : nil
        return .object([
            "amount_authorized": authorized.map(JSONOutput.integer) ?? .null,
            "authorization_code": .text(charge.authorizationCode),
            "brand": values["brand"] ?? .null,
            "checks": .object([
                "address_line1_check": .null, "address_postal_code_check": .null,
                "cvc_check": .null,
            ]),
            "country": .null, "exp_month": values["exp_month"] ?? .null,
            "exp_year": values["exp_year"] ?? .null, "funding": "unknown",
            "last4": values["last4"] ?? .null, "mandate": .null,
            "network": values["brand"] ?? .null,
            "network_token": .object(["used": .bool(true)]),
            "network_transaction_id": .text(charge.networkTransaction),
            "three_d_secure": security ?? .null,
            "wallet": .object([
                "apple_pay": .object([:]), "dynamic_last4": values["dynamic_last4"] ?? .null,
                "type": "apple_pay",
            ]),
        ])
    }

    func stripeRefund(_ refund: PlatformOperation) throws(PlatformFailure) -> JSONOutput {
        let charge = try sums(of: refund.payment).authorization
        return .object([
            "id": .string(refund.identifier), "object": "refund",
            "amount": .integer(StripeAmount.units(refund.amount)),
            "balance_transaction": refund.state == .succeeded
                ? .string(refund.stripeTransaction) : .null,
            "charge": .text(charge?.identifier),
            "created": .integer(refund.createdAt.seconds),
            "currency": .string(refund.amount.currency.code.lowercased()),
            "destination_details": .object(["card": .object(["type": "refund"]), "type": "card"]),
            "failure_reason": refund.state == .succeeded ? nil : "unknown",
            "metadata": refund.details["metadata"] ?? .object([:]),
            "payment_intent": .string(refund.payment),
            "reason": refund.details["reason"] ?? .null, "receipt_number": .null,
            "source_transfer_reversal": .null,
            "status": refund.state == .succeeded ? "succeeded" : "failed",
            "transfer_reversal": .null,
        ])
    }

    /// A line of the balance. No fee is taken: what Stripe takes depends on the contract.
    func stripeTransaction(_ entry: PlatformOperation) throws(PlatformFailure) -> JSONOutput {
        let isRefund = entry.kind == .refund
        let units = StripeAmount.units(entry.amount)
        let amount = isRefund ? -units : units
        let source = isRefund ? entry : try sums(of: entry.payment).authorization
        return .object([
            "id": .string(entry.stripeTransaction), "object": "balance_transaction",
            "amount": .integer(amount), "available_on": .integer(entry.createdAt.seconds),
            "balance_type": "payments", "created": .integer(entry.createdAt.seconds),
            "currency": .string(entry.amount.currency.code.lowercased()), "description": .null,
            "exchange_rate": .null, "fee": .integer(0), "fee_details": .array([]),
            "net": .integer(amount), "reporting_category": isRefund ? "refund" : "charge",
            "source": .text(source?.identifier), "status": "available",
            "type": isRefund ? "refund" : "charge",
        ])
    }

    /// The object with an identifier; nil where there is none.
    func stripeObject(_ identifier: String) throws(PlatformFailure) -> JSONOutput? {
        if identifier.hasPrefix("pi_") {
            guard let payment = try payment(identifier) else { return nil }
            return try stripeIntent(payment)
        }
        if identifier.hasPrefix("evt_") { return try event(identifier).map(StripeDialect.json) }
        if identifier.hasPrefix("we_") {
            return try endpoint(identifier).map { StripeInterface.json(of: $0, secret: nil) }
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
}
