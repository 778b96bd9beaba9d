internal import Payments

/// The reasons that Adyen gives where a payment is refused.
///
/// - Source: Adyen, *Refusal reasons*, for the codes and texts. Their meaning in the catalogue is our choice.
enum AdyenRefusal {
    /// The reason of a `refusalReasonCode`. A code that is not in the table gives no known reason.
    static func reason(code: String?) -> DeclineReason {
        reasons.first { $0.code == code }?.reason ?? .doNotHonor
    }

    /// The reason of a webhook, which has the text only.
    static func reason(text: String?) -> DeclineReason {
        let text = text?.lowercased()
        return reasons.first { $0.text == text }?.reason ?? .doNotHonor
    }

    /// The code of a webhook's reason; nil for a text that is not in the table.
    static func code(text: String?) -> ProcessorCode? {
        let text = text?.lowercased()
        return ProcessorCode(reasons.first { $0.text == text }?.code)
    }

    private static let reasons: [(code: String, text: String, reason: DeclineReason)] = [
        ("2", "refused", .doNotHonor), ("3", "referral", .doNotHonor),
        ("4", "acquirer error", .issuerUnavailable), ("5", "blocked card", .lostOrStolen),
        ("6", "expired card", .expiredCard), ("7", "invalid amount", .amountInvalid),
        ("8", "invalid card number", .unknownAccount),
        ("9", "issuer unavailable", .issuerUnavailable), ("10", "not supported", .notPermitted),
        ("11", "3d not authenticated", .notPermitted),
        ("12", "not enough balance", .insufficientFunds),
        ("14", "acquirer fraud", .suspectedFraud), ("17", "invalid pin", .pinIncorrect),
        ("18", "pin tries exceeded", .pinTriesExceeded),
        ("19", "pin validation not possible", .pinIncorrect), ("20", "fraud", .suspectedFraud),
        ("21", "not submitted", .transactionInvalid), ("22", "fraud-cancelled", .suspectedFraud),
        ("23", "transaction not permitted", .notPermitted),
        ("24", "cvc declined", .cryptogramInvalid), ("25", "restricted card", .restrictedCard),
        ("28", "withdrawal amount exceeded", .limitExceeded),
        ("29", "withdrawal count exceeded", .limitExceeded),
        ("31", "issuer suspected fraud", .suspectedFraud),
        ("33", "card requires online pin", .pinRequired),
        ("34", "no checking account available on card", .unknownAccount),
        ("35", "no savings account available on card", .unknownAccount),
        ("36", "mobile pin required", .pinRequired),
        ("38", "authentication required", .notPermitted),
    ]
}
