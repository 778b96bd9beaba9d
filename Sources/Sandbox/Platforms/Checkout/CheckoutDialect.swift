internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
internal import World

/// Checkout.com over the shared records: what follows from each step of a payment, events, and webhooks.
///
/// - Source: Checkout.com, "Capture a payment", "Void a payment", "Webhook event types", "Receive webhooks".
struct CheckoutDialect: PlatformDialect {
    /// How long an authorization can be captured. Units: seconds.
    ///
    /// - Source: Checkout.com, "Capture a payment": after seven days it is voided.
    static let holdSeconds: Int64 = 7 * 86_400

    let platform = Platform.checkout
    let failure = CheckoutError.failed
    /// - Source: Checkout.com, "Idempotency": 24 hours.
    let keySeconds: Int64 = 24 * 3_600
    /// - Source: Checkout.com, "Receive webhooks": 5, 10, 15 and 30 minutes, 1, 4, 12 and 12 hours.
    let retries: [Int64] = [300, 600, 900, 1_800, 3_600, 14_400, 43_200, 43_200]
    let secretKey: Secret
    let publicKey: Secret
    let signatureKey: String
    let cards: StoredCards

    init(_ accounts: PlatformAccounts) {
        cards = StoredCards(.checkout, accounts)
        secretKey = Secret(copying: Array(accounts.value("secretKey", of: .checkout).utf8))
        publicKey = Secret(copying: Array(accounts.value("publicKey", of: .checkout).utf8))
        signatureKey = accounts.value("signatureKey", of: .checkout)
    }

    /// Only the answer to a request that was done is kept.
    func keeps(_ answer: PlatformAnswer) -> Bool { answer.status.code < 300 }

    func conclude(
        _ operation: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard var payment = try transaction.payment(operation.payment, of: platform) else {
            return .answer(failure)
        }
        let isDone = operation.state == .succeeded
        let event: String?
        var next: PlatformStep?
        switch operation.kind {
        case .authorize:
            payment.go(to: isDone ? .authorized : .created)
            if isDone { payment.expiresAt = scope.now.advanced(bySeconds: Self.holdSeconds) }
            event = isDone ? "payment_approved" : "payment_declined"
        case .capture:
            event = isDone ? "payment_captured" : "payment_capture_declined"
            next = isDone ? try captured(operation, &payment, scope, in: transaction) : nil
        case .release:
            let cause = operation.details.text("cause")
            if isDone {
                payment.expiresAt = nil
                if payment.go(to: .canceled), cause == "expired" {
                    payment.details["is_expired"] = .bool(true)
                }
            }
            event =
                switch cause {
                case "void": isDone ? "payment_voided" : "payment_void_declined"
                case "expired": isDone ? "payment_expired" : nil
                default: nil
                }
        case .refund: event = isDone ? "payment_refunded" : "payment_refund_declined"
        }
        try transaction.update(payment)
        if let event { try tell(event, operation, payment, scope, in: transaction) }
        if let next { return next }
        if operation.kind == .authorize, isDone, payment.details["capture"] == .bool(true) {
            // An automatic capture is done after the answer, like any other.
            let (name, units) = (scope.checkoutAction(), payment.amount.minorUnits)
            try transaction.insert(
                PlatformOperation(.capture, name, of: payment, units, in: scope, isDeferred: true)
            )
        }
        let answer = try transaction.checkoutAnswer(payment, operation)
        return .answer(PlatformAnswer(.created, answer))
    }

    /// After a capture, the rest is released where it is the last one; otherwise the rest can be captured until the
    /// authorization ends.
    private func captured(
        _ capture: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep? {
        let end = payment.expiresAt
        payment.go(to: .captured)
        let captured = try transaction.sums(of: payment.identifier).captured
        let hasRest = captured < payment.amount.minorUnits
        guard capture.details["is_final"] == .bool(true) else {
            payment.expiresAt = hasRest ? end : nil
            return nil
        }
        payment.expiresAt = nil
        return try release(payment, captured, cause: "final", scope, in: transaction)
    }

    func expire(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let captured = try transaction.sums(of: payment.identifier).captured
        return try release(payment, captured, cause: "expired", scope, in: transaction)
    }

    /// Releases what is above an amount.
    private func release(
        _ payment: PlatformPayment,
        _ kept: Int64,
        cause: JSONOutput,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let name = scope.checkoutAction()
        return try ask(.release, name, of: payment, kept, scope, in: transaction, ["cause": cause])
    }

    /// Records the authorization of a payment, which is declined at once where its amount asks for that.
    func authorize(
        _ payment: PlatformPayment,
        _ card: PresentedCard,
        _ test: CheckoutResponse?,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let (name, units) = (scope.checkoutAction(), payment.amount.minorUnits)
        var operation = PlatformOperation(.authorize, name, of: payment, units, in: scope)
        operation.details["reference"] = payment.checkoutReference
        guard let test else {
            try transaction.insert(operation)
            return .ask(operation, card: card)
        }
        operation.state = .declined
        operation.details["code"] = .string(test.code)
        try transaction.insert(operation)
        return try conclude(operation, scope, in: transaction)
    }

    private func tell(
        _ type: String,
        _ operation: PlatformOperation,
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) {
        let data = try transaction.checkoutEventData(payment, operation)
        let identifier = scope.randomness.identifier("evt_", length: 26, of: .base32)
        try transaction.tell(type, identifier, data, of: platform, scope)
    }

    func notice(of event: PlatformEvent, to endpoint: PlatformEndpoint, at now: UnixTime) -> Notice
    {
        let body = JSONOutput.object([
            "id": .string(event.identifier), "type": .string(event.type), "version": "1.0.33",
            "created_on": .string(event.createdAt.iso8601), "data": event.object,
            "_links": Self.links(["self": "workflows/events/\(event.identifier)"]),
        ]).compactBytes
        var fields: HTTPFields = [.contentType: "application/json; charset=utf-8"]
        let code = HMACSHA256(key: Secret(copying: Array(endpoint.secret.utf8))).code(for: body)
        fields["Cko-Signature"] = HTTPFieldValue(
            code.withBytes { Hexadecimal.encode([UInt8](copying: $0)) }
        )
        return Notice(fields: fields, body: body)
    }

    /// Links by their names, relative to the origin, which the records do not know.
    static func links(_ links: KeyValuePairs<String, String>) -> JSONOutput {
        .object(
            links.map { name, path in
                JSONMember(name: name, value: .object(["href": .string("/\(path)")]))
            }
        )
    }
}

extension PlatformScope {
    /// A name for a new action.
    func checkoutAction() -> String { randomness.identifier("act_", length: 26, of: .base32) }
}
