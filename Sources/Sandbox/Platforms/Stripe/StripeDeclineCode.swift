/// Declines as Stripe names them, by the network's answer.
///
/// - Source: Stripe, "Decline codes" and "Error codes" for the words. Which answer of a network leads to which word is
///   not published: the table is a guess, by the words' meanings.
struct StripeDeclineCode: Hashable, Sendable {
    let code: String
    let declineCode: String
    let message: String

    /// The decline for field 39; without an answer it is an error in processing.
    init(_ responseCode: String?) {
        let words: (String, String, String) =
            switch responseCode {
            case nil, "96", "30": ("processing_error", "processing_error", "could not be processed")
            case "01": ("card_declined", "call_issuer", "was declined")
            case "03": ("card_declined", "service_not_allowed", "was declined")
            case "04": ("card_declined", "pickup_card", "was declined")
            case "05": ("card_declined", "do_not_honor", "was declined")
            case "12", "13": ("card_declined", "invalid_amount", "was declined")
            case "14": ("incorrect_number", "incorrect_number", "has an incorrect number")
            case "41": ("card_declined", "lost_card", "was declined")
            case "43": ("card_declined", "stolen_card", "was declined")
            case "46": ("card_declined", "invalid_account", "was declined")
            case "51": ("card_declined", "insufficient_funds", "has insufficient funds")
            case "54": ("expired_card", "expired_card", "has expired")
            case "55": ("card_declined", "incorrect_pin", "was declined")
            case "57", "58": ("card_declined", "transaction_not_allowed", "was declined")
            case "59": ("card_declined", "fraudulent", "was declined")
            case "61", "65": ("card_declined", "card_velocity_exceeded", "was declined")
            case "62": ("card_declined", "restricted_card", "was declined")
            case "75": ("card_declined", "pin_try_exceeded", "was declined")
            case "91": ("card_declined", "issuer_not_available", "was declined")
            case "94": ("card_declined", "duplicate_transaction", "was declined")
            default: ("card_declined", "generic_decline", "was declined")
            }
        (code, declineCode) = (words.0, words.1)
        message =
            words.0 == "processing_error"
            ? "The card could not be processed." : "Your card \(words.2)."
    }
}
