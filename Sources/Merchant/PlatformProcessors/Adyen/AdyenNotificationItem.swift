internal import JSON
internal import Money
internal import Payments
internal import World

/// One item of a webhook.
///
/// - Source: Adyen, *Webhooks API v1*, `NotificationRequestItem`. That `merchantReference` is the reference of the
///   capture, cancellation or refund where that had one is not said there, but is how integrations use it.
struct AdyenNotificationItem: Sendable {
    let merchantAccount: String
    let merchantReference: String
    /// Adyen's reference of the payment.
    let payment: String
    private let reference: String
    private let event: String
    private let succeeded: Bool
    private let amount: Money?
    private let json: JSONValue

    init?(_ json: JSONValue) {
        guard let merchantAccount = json.member("merchantAccountCode")?.string,
            let reference = json.member("pspReference")?.string,
            let event = json.member("eventCode")?.string,
            let success = json.member("success")?.string
        else { return nil }
        (self.merchantAccount, self.reference, self.event) = (merchantAccount, reference, event)
        (succeeded, self.json) = (success == "true", json)
        merchantReference = json.member("merchantReference")?.string ?? ""
        let original = json.member("originalReference")?.string ?? ""
        payment = original.isEmpty ? reference : original
        amount = Money(adyen: json.member("amount"))
    }

    /// The statement of the item; nil for one that says nothing about the records.
    var statement: ProcessorStatement? {
        switch (event, succeeded) {
        case ("AUTHORISATION", true):
            ProcessorStatement(decision: .approved(approval, echo: echo))
        case ("AUTHORISATION", false):
            ProcessorStatement(
                decision: .declined(
                    declineReason,
                    code: AdyenRefusal.code(text: json.member("reason")?.string)
                ),
                isReleased: true
            )
        case ("CAPTURE", true):
            ProcessorStatement(
                captured: amount,
                captureReference: reference,
                outcomes: outcomes(nil)
            )
        case ("REFUND", true): amount.map(refund)
        case ("CANCELLATION", true):
            ProcessorStatement(isReleased: true, outcomes: outcomes(nil))
        case ("TECHNICAL_CANCEL", true), ("EXPIRE", true): ProcessorStatement(isReleased: true)
        case ("TECHNICAL_CANCEL", false) where payment == reference:
            ProcessorStatement(absentAt: time)
        // A payment that a TECHNICAL_CANCEL found is not held any more: people captured it, for instance.
        case ("CAPTURE", false), ("REFUND", false), ("CANCELLATION", false),
            ("TECHNICAL_CANCEL", false), ("CAPTURE_FAILED", true), ("REFUND_FAILED", true),
            ("REFUNDED_REVERSED", true):
            ProcessorStatement(outcomes: outcomes(declineReason))
        case ("CANCEL_OR_REFUND", true): reversal
        default: Self.disputes[event].flatMap(dispute)
        }
    }

    /// - Source: Adyen, *Dispute webhooks*. A chargeback that is reversed may come again, which people then see as a
    ///   contradiction.
    private static let disputes: [String: DisputeState] = [
        "NOTIFICATION_OF_CHARGEBACK": .open, "CHARGEBACK": .open, "CHARGEBACK_REVERSED": .won,
        "PREARBITRATION_WON": .won, "SECOND_CHARGEBACK": .lost, "PREARBITRATION_LOST": .lost,
        "DISPUTE_DEFENSE_PERIOD_ENDED": .lost,
    ]

    private var approval: Approval {
        Approval(
            authorizationCode: json.member("additionalData")?.member("authCode")?.string,
            networkReference: payment
        )
    }

    private var echo: AnswerEcho {
        AnswerEcho(minorUnits: amount?.minorUnits, currency: amount?.currency.code)
    }

    private var declineReason: DeclineReason {
        let reason = AdyenRefusal.reason(text: json.member("reason")?.string)
        return event == "AUTHORISATION" || reason != .doNotHonor ? reason : .transactionInvalid
    }

    private var time: UnixTime? {
        json.member("eventDate")?.string.flatMap { UnixTime(iso8601: $0) }
    }

    /// The outcome of a request. What people ask for with Adyen has the reference of the payment, as a reversal by that
    /// reference has.
    private func outcomes(_ reason: DeclineReason?) -> [ProcessorStatement.Outcome] {
        var key: String? = merchantReference
        if let attempt = AttemptID(String(merchantReference.dropLast("-auth".count))),
            key == IdempotencyKey(.authorization, of: attempt).text
        {
            key =
                event == "TECHNICAL_CANCEL" ? IdempotencyKey(.reversal, of: attempt).text : nil
        }
        return [.init(key: key, reference: reference, declineReason: reason)]
    }

    private func refund(_ amount: Money) -> ProcessorStatement {
        ProcessorStatement(
            refunds: [.init(reference: reference, key: merchantReference, amount: amount)]
        )
    }

    /// The outcome of a reversal that people asked for with Adyen: it is one of two.
    private var reversal: ProcessorStatement? {
        switch json.member("additionalData")?.member("modification.action")?.string {
        case "cancel": ProcessorStatement(isReleased: true)
        case "refund": amount.map(refund)
        default: nil
        }
    }

    private func dispute(_ state: DisputeState) -> ProcessorStatement? {
        amount.map { amount in
            ProcessorStatement(
                disputes: [.init(reference: reference, amount: amount, state: state)]
            )
        }
    }
}
