internal import HTTPMessages
internal import JSON
internal import Money
internal import Storage
internal import World

/// Adyen over the shared records: the results of payments, what becomes of modifications, and webhooks.
///
/// - Source: Adyen, *Checkout API v72*, *Webhooks API v1*. A real modification takes a while; here its webhook follows at
///   once.
struct AdyenDialect: PlatformDialect {
    /// How long an authorization can be captured. Units: seconds.
    ///
    /// - Source: Adyen, "Capture": authorizations expire after 28 days.
    static let holdSeconds: Int64 = 28 * 86_400

    let platform = Platform.adyen
    let failure = AdyenError.failed.answer
    /// - Source: Adyen, "API idempotency": 31 days at least.
    let keySeconds: Int64 = 31 * 86_400
    /// - Source: Adyen, "Webhooks", the queue of failed messages; the tries of the first minute are left out.
    let retries: [Int64] =
        [120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400]
        + [Int64](repeating: 28_800, count: 20)

    /// Errors that may pass are not kept: "API idempotency", "Error handling". That others are kept is a guess, and
    /// that an error of the server may pass where nothing was done.
    func keeps(_ answer: PlatformAnswer) -> Bool {
        answer.fields[AdyenError.transientField] == nil
    }

    func conclude(
        _ operation: PlatformOperation,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard var payment = try transaction.payment(operation.payment, of: platform) else {
            return .answer(failure)
        }
        let succeeded = operation.state == .succeeded
        switch operation.kind {
        case .authorize:
            return try authorized(operation, &payment, scope, in: transaction)
        case .capture:
            if succeeded {
                payment.go(to: .captured)
                try transaction.update(payment)
            }
        case .release:
            if succeeded, operation.amount.minorUnits == 0, payment.state == .authorized {
                payment.go(to: .canceled)
                try transaction.update(payment)
            }
        case .refund: break
        }
        if let item = AdyenItem(operation.details["item"]) {
            try transaction.tell(
                item,
                reason: succeeded ? nil : "The card network refused",
                data: ["modification.action": operation.details["action"]],
                scope
            )
        }
        return try next(after: operation, payment, scope, in: transaction)
    }

    /// A capture is final: what it leaves is released.
    private func next(
        after operation: PlatformOperation,
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let authorization = try transaction.sums(of: payment.identifier).authorization
        if operation.kind == .capture, operation.state == .succeeded, let authorization,
            operation.amount.minorUnits < authorization.amount.minorUnits
        {
            var details: Details = [:]
            details["receipt"] = operation.details["receipt"]
            return try ask(
                .release,
                scope.pspReference(),
                of: payment,
                operation.amount.minorUnits,
                scope,
                in: transaction,
                details
            )
        }
        if let receipt = operation.details["receipt"] {
            return .answer(PlatformAnswer(.created, receipt))
        }
        return .answer(PlatformAnswer(Self.json(payment, authorization)))
    }

    func expire(
        _ payment: PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        let name = scope.pspReference()
        let details: Details = ["item": item("EXPIRE", payment).json]
        return try ask(.release, name, of: payment, 0, scope, in: transaction, details)
    }

    private func authorized(
        _ authorization: PlatformOperation,
        _ payment: inout PlatformPayment,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        guard authorization.state == .succeeded else {
            payment.go(to: .created)
            try transaction.update(payment)
            let refusal = AdyenRefusalResult(responseCode: authorization.responseCode)
            let step = try refuse(payment, refusal, scope, in: transaction)
            return scope.isRecovery ? .answer(AdyenError.interrupted.answer) : step
        }
        payment.go(to: .authorized)
        payment.expiresAt = scope.now.advanced(bySeconds: Self.holdSeconds)
        try transaction.update(payment)
        let details = payment.details
        let code = authorization.authorizationCode ?? ""
        let card = "\(details.text("lastFour") ?? ""):\(details.text("expiry") ?? "")"
        try transaction.tell(
            item("AUTHORISATION", payment),
            reason: nil,
            note: "\(code):\(card)",
            data: ["authCode": .string(code)],
            scope
        )
        guard details["isManual"] == .bool(false) else {
            return .answer(PlatformAnswer(Self.json(payment, authorization)))
        }
        let (name, minorUnits) = (scope.pspReference(), payment.amount.minorUnits)
        return try ask(.capture, name, of: payment, minorUnits, scope, in: transaction)
    }

    /// Tells and answers that a payment is not authorized.
    func refuse(
        _ payment: PlatformPayment,
        _ refusal: AdyenRefusalResult,
        _ scope: PlatformScope,
        in transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> PlatformStep {
        // A pending payment is told of when it is decided, which it never is here.
        if refusal.result != "Received" {
            let item = item("AUTHORISATION", payment)
            try transaction.tell(item, reason: refusal.reason, scope)
        }
        return .answer(
            PlatformAnswer(
                .object([
                    "pspReference": .string(payment.identifier),
                    "resultCode": .string(refusal.result),
                    "refusalReason": .string(refusal.reason),
                    "refusalReasonCode": .string("\(refusal.code)"),
                    "merchantReference": .string(payment.reference ?? ""),
                ])
            )
        )
    }

    private static func json(
        _ payment: PlatformPayment,
        _ authorization: PlatformOperation?
    ) -> JSONOutput {
        let details = payment.details
        return .object([
            "additionalData": .object([
                "authCode": authorization?.authorizationCode.map { .string($0) },
                "cardSummary": details["lastFour"], "eci": details["eci"],
                "expiryDate": details["expiry"], "paymentMethod": details["brand"],
                "networkTxReference": authorization?.networkTransaction.map { .string($0) },
                "tokenization.storedPaymentMethodId": details["storedPaymentMethod"],
                "tokenization.shopperReference": details["shopper"],
            ]),
            "amount": payment.amount.adyenJSON,
            "merchantReference": .string(payment.reference ?? ""),
            "paymentMethod": .object(["brand": details["brand"], "type": details["type"]]),
            "pspReference": .string(payment.identifier), "resultCode": "Authorised",
        ])
    }

    private func item(_ event: String, _ payment: PlatformPayment) -> AdyenItem {
        AdyenItem(
            event: event,
            reference: payment.identifier,
            merchantAccount: payment.details.text("merchantAccount") ?? "",
            merchantReference: payment.reference,
            amount: payment.amount.adyenJSON,
            method: payment.details.text("brand")
        )
    }

    func notice(of event: PlatformEvent, to endpoint: PlatformEndpoint, at now: UnixTime) -> Notice
    {
        let item = event.object.signed(with: endpoint.secret)
        let body = JSONOutput.object([
            "live": "false",
            "notificationItems": .array([.object(["NotificationRequestItem": item])]),
        ])
        return Notice(fields: [.contentType: .json], body: body.compactBytes)
    }
}
