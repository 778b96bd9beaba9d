internal import Payments

/// The reasons that Checkout.com gives where a card is declined.
///
/// - Source: Checkout.com, *Response codes*: 20 and 30 are declines by the issuer, 40 by the rules against fraud.
enum CheckoutDecline {
    /// The reason of a `response_code`. A code that is not in the table is a decline of which no reason is
    /// known.
    static func reason(_ code: String?) -> DeclineReason {
        guard let code else { return .doNotHonor }
        return reasons[code] ?? (code.hasPrefix("40") ? .suspectedFraud : .doNotHonor)
    }

    private static let reasons: [String: DeclineReason] = [
        "20003": .notPermitted, "20004": .lostOrStolen, "20012": .transactionInvalid,
        "20013": .amountInvalid, "20014": .unknownAccount, "20030": .formatError,
        "20038": .pinTriesExceeded, "20039": .unknownAccount, "20040": .notPermitted,
        "20046": .unknownAccount, "20051": .insufficientFunds, "20052": .unknownAccount,
        "20053": .unknownAccount, "20054": .expiredCard, "20055": .pinIncorrect,
        "20056": .unknownAccount, "20057": .notPermitted, "20058": .notPermitted,
        "20059": .suspectedFraud, "20061": .limitExceeded, "20062": .restrictedCard,
        "20063": .restrictedCard, "20065": .limitExceeded, "20068": .issuerUnavailable,
        "20075": .pinTriesExceeded, "20078": .restrictedCard, "20082": .cryptogramInvalid,
        "20091": .issuerUnavailable, "20092": .issuerUnavailable, "20093": .notPermitted,
        "20094": .duplicate, "20096": .issuerUnavailable, "20179": .unknownAccount,
        "20182": .notPermitted, "20183": .suspectedFraud, "30004": .lostOrStolen,
        "30007": .lostOrStolen, "30015": .unknownAccount, "30033": .expiredCard,
        "30034": .suspectedFraud, "30036": .restrictedCard, "30038": .pinTriesExceeded,
        "30041": .lostOrStolen, "30043": .lostOrStolen, "30046": .unknownAccount,
    ]
}
