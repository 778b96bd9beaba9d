internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
package import World

/// Stripe over the shared records: the states of payment intents, their events, and webhooks.
///
/// - Source: Stripe, "How PaymentIntents work", "Place a hold on a payment method", "Types of events".
struct StripeDialect: PlatformDialect {
    /// The version of the interface.
    static let version = "2026-10-28.endive"
    /// How long an authorization can be captured. Units: seconds.
    ///
    /// - Source: Stripe, "Place a hold on a payment method": 7 days for online payments by most cards.
    static let holdSeconds: Int64 = 7 * 86_400

    let platform = Platform.stripe
    let failure = StripeError.failed.answer
    /// - Source: Stripe API reference, "Idempotent requests".
    let keySeconds: Int64 = 86_400
    /// Three attempts over some hours. The hours between them are a guess.
    ///
    /// - Source: Stripe, "Receive Stripe events in your webhook endpoint": in a sandbox three times over a few hours.
    let retries: [Int64] = [3_600, 3 * 3_600]
    let account: String
    let key: Secret
    let cards: StoredCards

    init(_ accounts: PlatformAccounts) {
        cards = StoredCards(.stripe, accounts)
        account = accounts.value("account", of: .stripe)
        key = Secret(copying: Array(accounts.value("key", of: .stripe).utf8))
    }

    /// - Source: Stripe API reference, "Idempotent requests": errors of the server too.
    func keeps(_ answer: PlatformAnswer) -> Bool { true }

    func conclude(
        _ operation: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard var payment = try transaction.payment(operation.payment, of: platform) else {
            return .answer(failure)
        }
        switch operation.kind {
        case .authorize:
            return try authorized(operation, &payment, scope, in: transaction)
        case .capture: return try captured(operation, &payment, scope, in: transaction)
        case .release: return try released(operation, &payment, scope, in: transaction)
        case .refund: return try refunded(operation, scope, in: transaction)
        }
    }

    func expire(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        var payment = payment
        payment.details["cancellation_reason"] = "expired"
        try transaction.update(payment)
        return try release(payment, keeping: 0, scope, in: transaction)
    }

    // MARK: Outcomes

    private func authorized(
        _ charge: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard charge.state == .succeeded else {
            return try declined(charge, &payment, scope, in: transaction)
        }
        payment.details["latest_charge"] = .string(charge.identifier)
        payment.details["last_payment_error"] = nil
        guard payment.details.text("capture_method") == "manual" else {
            try transaction.update(payment)
            return try capture(payment, payment.amount.minorUnits, scope, in: transaction)
        }
        payment.go(to: .authorized)
        payment.expiresAt = scope.now.advanced(bySeconds: Self.holdSeconds)
        try transaction.update(payment)
        try tell("charge.succeeded", charge.identifier, scope, in: transaction)
        try tell(
            "payment_intent.amount_capturable_updated",
            payment.identifier,
            scope,
            in: transaction
        )
        return .answer(PlatformAnswer(try transaction.stripeIntent(payment)))
    }

    /// Declined, not answered, or interrupted by the end of the process; then there is no charge, and the answer is
    /// an error of Stripe's.
    private func declined(
        _ charge: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let decline = StripeDeclineCode(charge.responseCode)
        var error = StripeError(
            status: .paymentRequired,
            kind: .card,
            code: decline.code,
            declineCode: decline.declineCode,
            message: decline.message
        )
        payment.go(to: .created)
        payment.details["payment_method"] = nil
        if !scope.isRecovery {
            error.charge = charge.identifier
            payment.details["latest_charge"] = .string(charge.identifier)
        }
        payment.details["last_payment_error"] = error.json
        try transaction.update(payment)
        if !scope.isRecovery {
            try tell("charge.failed", charge.identifier, scope, in: transaction)
        }
        try tell("payment_intent.payment_failed", payment.identifier, scope, in: transaction)
        guard !scope.isRecovery else { return .answer(failure) }
        error.intent = try transaction.stripeIntent(payment)
        return .answer(error.answer)
    }

    private func captured(
        _ capture: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let charge = payment.details.text("latest_charge") ?? ""
        guard capture.state == .succeeded else {
            let error = StripeError(
                code: "charge_expired_for_capture",
                message: "The authorization is not valid any more.",
                intent: try transaction.stripeIntent(payment)
            )
            return .answer(error.answer)
        }
        let isImmediate = payment.state == .processing
        payment.go(to: .captured)
        try transaction.update(payment)
        let event = isImmediate ? "charge.succeeded" : "charge.captured"
        try tell(event, charge, scope, in: transaction)
        try tell("payment_intent.succeeded", payment.identifier, scope, in: transaction)
        // A capture is final: what it leaves is released.
        if let held = try transaction.sums(of: payment.identifier).authorization?.amount.minorUnits,
            capture.amount.minorUnits < held
        {
            return try release(payment, keeping: capture.amount.minorUnits, scope, in: transaction)
        }
        return .answer(PlatformAnswer(try transaction.stripeIntent(payment)))
    }

    private func released(
        _ release: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        if payment.state == .authorized, release.state == .succeeded {
            payment.go(to: .canceled)
            payment.details["canceled_at"] = .integer(scope.now.seconds)
            try transaction.update(payment)
            if payment.details.text("cancellation_reason") == "expired",
                let charge = payment.details.text("latest_charge")
            {
                try tell("charge.expired", charge, scope, in: transaction)
            }
            try tell("payment_intent.canceled", payment.identifier, scope, in: transaction)
        }
        return .answer(PlatformAnswer(try transaction.stripeIntent(payment)))
    }

    private func refunded(
        _ refund: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        if refund.state == .succeeded,
            let charge = try transaction.sums(of: refund.payment).authorization
        {
            try tell("charge.refunded", charge.identifier, scope, in: transaction)
            try tell("refund.created", refund.identifier, scope, in: transaction)
        }
        return .answer(PlatformAnswer(try transaction.stripeRefund(refund)))
    }
}

// The next operations, and events.
extension StripeDialect {
    func capture(
        _ payment: PlatformPayment,
        _ minorUnits: Int64,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let identifier = scope.identifier("cap_")
        return try ask(.capture, identifier, of: payment, minorUnits, scope, in: transaction)
    }

    func release(
        _ payment: PlatformPayment,
        keeping minorUnits: Int64,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let identifier = scope.identifier("rel_")
        return try ask(.release, identifier, of: payment, minorUnits, scope, in: transaction)
    }

    /// Records an event about an object as it is now.
    func tell(
        _ type: String,
        _ object: String,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) {
        guard let json = try transaction.stripeObject(object) else { return }
        try transaction.tell(type, scope.identifier("evt_"), json, of: platform, scope)
    }

    static func json(of event: PlatformEvent) -> JSONOutput {
        .object([
            "id": .string(event.identifier), "object": "event", "api_version": .string(version),
            "created": .integer(event.createdAt.seconds),
            "data": .object(["object": event.object]), "livemode": .bool(false),
            "pending_webhooks": .integer(event.pending),
            "request": .object([
                "id": .text(event.request.identifier),
                "idempotency_key": .text(event.request.key),
            ]),
            "type": .string(event.type),
        ])
    }

    func notice(of event: PlatformEvent, to endpoint: PlatformEndpoint, at now: UnixTime) -> Notice
    {
        let body = Self.json(of: event).compactBytes
        let signature = StripeSignature(of: body, at: now, secret: endpoint.secret).text
        var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        fields["Stripe-Signature"] = HTTPFieldValue(signature)
        return Notice(fields: fields, body: body)
    }
}

/// The signature of a webhook: `t=TIME,v1=HMAC-SHA256`.
///
/// - Source: Stripe, "Verify webhook signatures manually".
package struct StripeSignature: Hashable, Sendable {
    /// The value of the field `Stripe-Signature`.
    package let text: String

    /// The signature of a body at a time.
    package init(of body: [UInt8], at time: UnixTime, secret: String) {
        let signed = Array("\(time.seconds).".utf8) + body
        let code = HMACSHA256(key: Secret(copying: Array(secret.utf8))).code(for: signed)
        text = "t=\(time.seconds),v1=\(code.withBytes { Hexadecimal.encode([UInt8](copying: $0)) })"
    }
}
