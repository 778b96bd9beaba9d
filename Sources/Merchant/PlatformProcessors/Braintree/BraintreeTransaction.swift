internal import Money
internal import Payments
internal import World
internal import XML

/// A transaction, as far as a processor reads it: a payment, or a refund of one.
///
/// - Source: Braintree, *Transaction response* and *Statuses*.
struct BraintreeTransaction: Sendable {
    /// How far a transaction is.
    enum State: Sendable {
        /// It waits for a decision.
        case pending
        case declined
        /// The amount is held, and nothing was captured.
        case authorized
        /// The amount is no longer held, and nothing was captured.
        case released
        /// The amount was captured, and can still be voided.
        case submitted
        /// It was submitted, and voided before the money moved.
        case withdrawn
        /// The money moves or has moved, and can be refunded.
        case settled
    }

    let id: String
    let state: State
    let amount: Money
    /// The amount that was authorized: a capture of less changes ``amount``.
    let authorized: Money
    /// Our key of the request.
    let orderID: String?
    let authorizationCode: String?
    /// When the authorization expires; nil where that is not told.
    let expiresAt: UnixTime?
    /// The name of the card, by which it is charged later; nil where it is not stored.
    let token: String?
    let decline: (reason: DeclineReason, code: ProcessorCode?)
    let addressCheck: AddressCheck
    let refunds: [String]
    /// Whether the gateway took it for one with the same order that was made before.
    let isDuplicate: Bool

    /// Reads an element; nil where it is no transaction.
    init?(_ xml: XMLElement?) {
        guard let xml, let id = xml["id"]?.text, let status = xml["status"]?.text,
            let currency = xml["currency-iso-code"].flatMap({ Currency(code: $0.text) }),
            let amount = xml["amount"]?.money(currency)
        else { return nil }
        let history = xml["status-history"]?.children ?? []
        let wasSubmitted = history.contains { $0["status"]?.text == "submitted_for_settlement" }
        guard let state = Self.state(status, wasSubmitted: wasSubmitted) else { return nil }
        (self.id, self.state, self.amount) = (id, state, amount)
        authorized =
            history.first { $0["status"]?.text == "authorized" }?["amount"]?.money(currency)
            ?? amount
        orderID = xml["order-id"]?.value
        authorizationCode = xml["processor-authorization-code"]?.value
        expiresAt = xml["authorization-expires-at"]?.value.flatMap { UnixTime(iso8601: $0) }
        token = ["apple-pay", "credit-card"].lazy.compactMap { xml[$0]?["token"]?.value }.first
        let code = xml["processor-response-code"]?.value
        let rejection = xml["gateway-rejection-reason"]?.value
        isDuplicate = status == "gateway_rejected" && rejection == "duplicate"
        decline =
            switch status {
            case "gateway_rejected":
                (BraintreeDecline.reason(ofRejection: rejection), ProcessorCode(rejection))
            case "failed": (.issuerUnavailable, ProcessorCode(code))
            default: (BraintreeDecline.reason(code), ProcessorCode(code))
            }
        addressCheck = Self.addressCheck(
            xml["avs-street-address-response-code"]?.text,
            xml["avs-postal-code-response-code"]?.text
        )
        refunds = xml["refund-ids"]?.children.map(\.text) ?? []
    }

    private static func state(_ status: String, wasSubmitted: Bool) -> State? {
        switch status {
        case "authorizing": .pending
        case "authorized": .authorized
        case "processor_declined", "gateway_rejected", "failed": .declined
        case "voided", "settlement_declined", "settlement_failed":
            wasSubmitted ? .withdrawn : .released
        case "authorization_expired": .released
        case "submitted_for_settlement", "settlement_pending", "settlement_confirmed": .submitted
        case "settling", "settled": .settled
        default: nil
        }
    }

    /// - Source: Braintree, *AVS responses*.
    private static func addressCheck(_ street: String?, _ postalCode: String?) -> AddressCheck {
        switch (street, postalCode) {
        case ("M", "M"): .matches
        case ("M", _): .streetOnly
        case (_, "M"): .postalCodeOnly
        case ("N", "N"): .differs
        default: .notCompared
        }
    }

    /// Whether the money was collected, or is about to be.
    var isCaptured: Bool { state == .submitted || state == .settled }

    /// Why a refund failed; nil where it did not.
    var failure: (reason: DeclineReason, code: ProcessorCode?)? {
        switch state {
        case .declined: decline
        case .released, .withdrawn: (.transactionInvalid, nil)
        case .pending, .authorized, .submitted, .settled: nil
        }
    }

    /// The issuer's decision; nil where there is none, or the hold was released since, or it is that on another one.
    var decision: AuthorizationAnswer? {
        switch state {
        case .pending, .released, .withdrawn: return nil
        case .declined where isDuplicate: return nil
        case .declined: return .declined(decline.reason, code: decline.code)
        case .authorized, .submitted, .settled:
            return .approved(
                Approval(
                    authorizationCode: authorizationCode,
                    networkReference: id,
                    addressCheck: addressCheck,
                    laterPayments: token.map(LaterPayments.reference),
                    holdEndsAt: expiresAt
                ),
                echo: AnswerEcho(
                    minorUnits: authorized.minorUnits,
                    currency: authorized.currency.code
                )
            )
        }
    }
}

extension XMLElement {
    /// The text; nil for none, as `nil="true"` says too.
    var value: String? { text.isEmpty ? nil : text }

    /// The amount in a text such as `10.75`; nil where it is none of the currency.
    func money(_ currency: Currency) -> Money? {
        (try? DecimalAmount(text)).flatMap { try? Money($0, in: currency) }
    }
}
