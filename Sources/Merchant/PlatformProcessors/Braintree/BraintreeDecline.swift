internal import Payments

/// The reasons that Braintree gives where a card is declined.
///
/// - Source: Braintree, *Authorization responses* and *Gateway rejections*. Their meaning in the catalogue is our
///   choice.
enum BraintreeDecline {
    /// The reason of a `processor_response_code`. A code that is not in the table gives no known reason.
    static func reason(_ code: String?) -> DeclineReason {
        code.flatMap { reasons[$0] } ?? .doNotHonor
    }

    /// The reason of a `gateway_rejection_reason`: the account's own rules.
    static func reason(ofRejection rejection: String?) -> DeclineReason {
        switch rejection {
        case "avs", "avs_and_cvv", "cvv", "fraud", "risk_threshold": .suspectedFraud
        case "duplicate": .duplicate
        case "excessive_retry": .limitExceeded
        default: .notPermitted
        }
    }

    private static let reasons: [String: DeclineReason] = [
        "2001": .insufficientFunds, "2002": .limitExceeded, "2003": .limitExceeded,
        "2004": .expiredCard, "2005": .unknownAccount, "2006": .expiredCard,
        "2007": .unknownAccount, "2008": .unknownAccount, "2009": .unknownAccount,
        "2010": .cryptogramInvalid, "2012": .lostOrStolen, "2013": .lostOrStolen,
        "2014": .suspectedFraud, "2015": .notPermitted, "2016": .duplicate,
        "2017": .notPermitted, "2018": .notPermitted, "2019": .transactionInvalid,
        "2020": .suspectedFraud, "2021": .suspectedFraud, "2023": .notPermitted,
        "2024": .notPermitted, "2025": .notPermitted, "2026": .notPermitted,
        "2027": .amountInvalid, "2029": .unknownAccount, "2030": .notPermitted,
        "2047": .lostOrStolen, "2048": .amountInvalid, "2053": .lostOrStolen,
        "2057": .restrictedCard, "2059": .suspectedFraud, "2060": .suspectedFraud,
        "3000": .issuerUnavailable,
    ]
}
