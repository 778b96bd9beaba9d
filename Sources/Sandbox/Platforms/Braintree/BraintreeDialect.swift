internal import Bytes
internal import Cryptography
internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
internal import World
internal import XML

/// Braintree over the shared records: what follows from each step of a transaction, events, and webhooks.
///
/// An amount that was submitted is captured at the card network when it is settled, so that a void before that
/// releases it.
///
/// - Source: Braintree, *Statuses*, "Transaction"; *Webhooks*.
struct BraintreeDialect: PlatformDialect {
    /// How long after it was submitted a transaction is settled. Units: seconds. A guess: it depends on the processor.
    static let settlementSeconds: Int64 = 3_600

    let platform = Platform.braintree
    let failure = BraintreeError.failed
    let keySeconds: Int64 = 0
    let publicKey: String
    let cards: StoredCards
    /// - Source: Braintree, *Webhooks*: repeated for up to 24 hours. Each hour is a guess.
    let retries = [Int64](repeating: 3_600, count: 24)

    init(_ accounts: PlatformAccounts) {
        publicKey = accounts.value("publicKey", of: .braintree)
        cards = StoredCards(.braintree, accounts)
    }

    func keeps(_ answer: PlatformAnswer) -> Bool { false }

    /// How long an authorization can be captured. Units: seconds.
    ///
    /// - Source: Braintree, *Statuses*, "Authorization expired".
    private static func holdSeconds(_ payment: PlatformPayment) -> Int64 {
        let days: Int64 =
            switch payment.details.text("scheme") {
            case "Visa": 8
            case "MasterCard", "American Express": 7
            default: 30
            }
        return days * 86_400
    }

    func conclude(
        _ operation: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard var payment = try transaction.payment(operation.payment, of: platform) else {
            return .answer(failure)
        }
        let isDone = operation.state == .succeeded
        var next: PlatformStep?
        switch operation.kind {
        case .authorize:
            payment.go(to: isDone ? .authorized : .created)
            payment.note(
                isDone ? "authorized" : BraintreeResponse(operation).status,
                payment.amount,
                scope.now
            )
            if isDone {
                payment.expiresAt = scope.now.advanced(bySeconds: Self.holdSeconds(payment))
                if payment.details["submits"] == .bool(true) {
                    submit(&payment, payment.amount, scope)
                }
            } else {
                payment.details["token"] = nil
            }
        case .capture: next = try settled(operation, &payment, scope, in: transaction)
        case .release:
            payment.expiresAt = nil
            guard isDone, let status = operation.details.text("status") else { break }
            payment.go(to: .canceled)
            payment.note(status, payment.submitted ?? payment.amount, scope.now)
        case .refund: break
        }
        try transaction.update(payment)
        if let next { return next }
        let isRefund = operation.kind == .refund
        return .answer(
            try transaction.braintreeAnswer(
                isRefund || operation.kind == .authorize ? .created : .ok,
                isRefund ? operation.identifier : payment.identifier,
                at: scope.now
            )
        )
    }

    /// Follows a capture: a part that was not settled is released.
    private func settled(
        _ capture: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep? {
        guard capture.state == .succeeded else {
            return try release(payment, 0, "settlement_declined", scope, in: transaction)
        }
        payment.go(to: .captured)
        payment.note("settled", capture.amount, scope.now)
        try transaction.update(payment)
        let captured = capture.amount.minorUnits
        guard captured < payment.amount.minorUnits else { return nil }
        return try release(payment, captured, nil, scope, in: transaction)
    }

    func expire(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard let amount = payment.submitted else {
            return try release(payment, 0, "authorization_expired", scope, in: transaction)
        }
        let isDeclined = BraintreeResponse.isDeclinedAtSettlement(amount)
        return try settle(payment, isDeclined: isDeclined, scope, in: transaction)
    }

    /// Records the authorization of a payment, which is declined at once where a test or a rule says so.
    func authorize(
        _ payment: PlatformPayment,
        _ card: PresentedCard,
        _ test: BraintreeResponse?,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let (name, minorUnits) = (scope.braintreeName(), payment.amount.minorUnits)
        var operation = PlatformOperation(.authorize, name, of: payment, minorUnits, in: scope)
        guard let test else {
            try transaction.insert(operation)
            return .ask(operation, card: card)
        }
        operation.state = .declined
        operation.details["code"] = .string(test.code)
        operation.details["rejection"] = test.rejection.map { .string($0) }
        try transaction.insert(operation)
        return try conclude(operation, scope, in: transaction)
    }

    /// Submits an amount for settlement.
    func submit(_ payment: inout PlatformPayment, _ amount: Money, _ scope: PlatformScope) {
        payment.note("submitted_for_settlement", amount, scope.now)
        payment.expiresAt = scope.now.advanced(bySeconds: Self.settlementSeconds)
    }

    /// Captures what was submitted, or releases it where the settlement is declined.
    func settle(
        _ payment: PlatformPayment,
        isDeclined: Bool,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard let amount = payment.submitted, !isDeclined else {
            return try release(payment, 0, "settlement_declined", scope, in: transaction)
        }
        let (name, minorUnits) = (scope.braintreeName(), amount.minorUnits)
        return try ask(.capture, name, of: payment, minorUnits, scope, in: transaction)
    }

    func void(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard payment.state == .authorized else { throw BraintreeError.notVoidable.failure }
        return try release(payment, 0, "voided", scope, in: transaction)
    }

    func refund(
        _ payment: PlatformPayment,
        _ sums: PaymentSums,
        _ asked: Money?,
        _ order: String?,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard payment.state == .captured else { throw BraintreeError.notSettled.failure }
        guard sums.refundable > 0 else { throw BraintreeError.isRefunded.failure }
        let amount = asked?.minorUnits ?? sums.refundable
        guard amount <= sums.refundable else { throw BraintreeError.refundTooLarge.failure }
        var details: Details = [:]
        details["order"] = order.map { .string($0) }
        let name = scope.braintreeName()
        return try ask(.refund, name, of: payment, amount, scope, in: transaction, details)
    }

    /// Releases what is above an amount; the transaction has a new status then, unless it is nil.
    private func release(
        _ payment: PlatformPayment,
        _ kept: Int64,
        _ status: String?,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        var details: Details = [:]
        details["status"] = status.map { .string($0) }
        let name = scope.braintreeName()
        return try ask(.release, name, of: payment, kept, scope, in: transaction, details)
    }

    /// - Source: Braintree, *Webhooks*, "Parse"; *Transaction*, by which those about transactions are of ACH and SEPA only,
    ///   so that there is the message with which a merchant checks a URL, and no other; the signature is as Braintree's SDK for Python 4.48.0 verifies it.
    func notice(of event: PlatformEvent, to endpoint: PlatformEndpoint, at now: UnixTime) -> Notice
    {
        var head = XMLOutput()
        head.add("timestamp", event.createdAt.iso8601, type: "datetime")
        head.add("kind", event.type)
        let elements = String(decoding: head.bytes, as: UTF8.self)
        let document =
            "<notification>\(elements)<subject><check type=\"boolean\">true</check></subject></notification>"
        let payload = Base64.encode(Array(document.utf8)) + "\n"
        let key = SHA1.digest(Array(endpoint.secret.utf8))
        let code = SHA1.authenticationCode(of: Array(payload.utf8), key: key)
        let form = [
            ("bt_signature", "\(publicKey)|\(Hexadecimal.encode(code))"), ("bt_payload", payload),
        ]
        .map { "\($0)=\(PathSegment.encoded($1))" }.joined(separator: "&")
        return Notice(
            fields: [.contentType: "application/x-www-form-urlencoded"],
            body: Array(form.utf8)
        )
    }
}
