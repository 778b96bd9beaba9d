internal import CardMessages
internal import JSON

/// The members of a payment that store its card, or charge one that is stored.
///
/// - Source: Checkout.com API reference, "Request a payment": `payment_type`, `merchant_initiated`,
///   `previous_payment_id`; a source of the type `id`.
struct CheckoutStoring: Sendable {
    private let type: String?
    private let byMerchant: Bool

    init(_ request: CheckoutRequest) {
        type = request.text("payment_type")
        byMerchant = request.body?.member("merchant_initiated")?.bool == true
    }

    /// The statement on a payment that stores its card; nil where it stores none.
    var first: StoredCredentialIndicator? {
        switch type {
        case "Recurring": .storedForRecurring
        case "Unscheduled": .storedForUnscheduled
        default: nil
        }
    }

    /// The statement on a later payment.
    var later: StoredCredentialIndicator {
        guard byMerchant else { return .cardholder }
        return type == "Recurring" ? .recurring : .unscheduled
    }
}
