internal import Payments

/// The reasons that Stripe gives where a card is declined.
///
/// - Source: Stripe, *Decline codes* and *Error codes*.
enum StripeDecline {
    /// The reason of a `decline_code`, or of a `code` where there is none. What is not in the table is a
    /// decline of which no reason is known.
    static func reason(_ declineCode: String?, _ code: String?) -> DeclineReason {
        declineCode.flatMap { reasons[$0] } ?? code.flatMap { reasons[$0] } ?? .doNotHonor
    }

    private static let reasons: [String: DeclineReason] = [
        "insufficient_funds": .insufficientFunds, "withdrawal_count_limit_exceeded": .limitExceeded,
        "card_velocity_exceeded": .limitExceeded, "do_not_honor": .doNotHonor,
        "generic_decline": .doNotHonor, "expired_card": .expiredCard, "lost_card": .lostOrStolen,
        "stolen_card": .lostOrStolen, "pickup_card": .lostOrStolen,
        "incorrect_number": .unknownAccount, "invalid_number": .unknownAccount,
        "invalid_account": .unknownAccount, "new_account_information_available": .unknownAccount,
        "fraudulent": .suspectedFraud, "merchant_blacklist": .suspectedFraud,
        "restricted_card": .restrictedCard, "security_violation": .restrictedCard,
        "transaction_not_allowed": .notPermitted, "service_not_allowed": .notPermitted,
        "card_not_supported": .notPermitted, "currency_not_supported": .notPermitted,
        "invalid_amount": .amountInvalid, "authentication_required": .notPermitted,
        "incorrect_pin": .pinIncorrect, "invalid_pin": .pinIncorrect,
        "offline_pin_required": .pinRequired, "online_or_offline_pin_required": .pinRequired,
        "pin_try_exceeded": .pinTriesExceeded, "issuer_not_available": .issuerUnavailable,
        "try_again_later": .issuerUnavailable, "processing_error": .issuerUnavailable,
        "duplicate_transaction": .duplicate,
        "not_permitted": .notPermitted, "invalid_expiry_month": .expiredCard,
        "invalid_expiry_year": .expiredCard, "incorrect_cvc": .cryptogramInvalid,
    ]
}
