internal import JSON
internal import Money
internal import Payments
internal import World

/// A PaymentIntent, as far as a processor reads it.
///
/// - Source: Stripe, *The PaymentIntent object*.
struct StripePaymentIntent: Sendable {
    /// The states of a PaymentIntent.
    enum Status: String, Sendable {
        case requiresPaymentMethod = "requires_payment_method"
        case requiresConfirmation = "requires_confirmation"
        case requiresAction = "requires_action"
        case processing
        case requiresCapture = "requires_capture"
        case canceled
        case succeeded
    }

    let id: String
    let status: Status
    let amount: Money
    let received: Money?
    /// The merchant's reference, in its metadata.
    let reference: String?
    /// The key of the authorization, in its metadata.
    let key: String?
    let authorizationCode: String?
    let addressCheck: AddressCheck?
    /// When the authorization expires; nil where that is not told.
    let captureBefore: UnixTime?
    let isDisputed: Bool
    /// Why the last attempt at it failed; nil where none did.
    let lastDecline: (reason: DeclineReason, code: ProcessorCode?)?
    /// The card that was stored with it; nil where none was.
    let stored: StripeStoredCard?

    /// Reads an object; nil where it is no PaymentIntent.
    init?(_ json: JSONValue?) {
        guard let json, json.member("object")?.string == "payment_intent",
            let id = json.member("id")?.string,
            let status = json.member("status")?.string.flatMap(Status.init),
            let amount = json.stripeAmount("amount")
        else { return nil }
        (self.id, self.status, self.amount) = (id, status, amount)
        received = json.stripeAmount("amount_received")
        let metadata = json.member("metadata")
        reference = metadata?.member(StripeMetadata.reference)?.string
        key = metadata?.member(StripeMetadata.key)?.string
        let charge = json.member("latest_charge")
        isDisputed = charge?.member("disputed")?.bool == true
        let card = charge?.member("payment_method_details")?.member("card")
        authorizationCode = card?.member("authorization_code")?.string
        addressCheck = card?.member("checks").flatMap(Self.addressCheck)
        captureBefore = card?.member("capture_before")?.integer.map { UnixTime(seconds: $0) }
        let isStored = json.member("setup_future_usage")?.string == "off_session"
        stored = isStored ? StripeStoredCard(json) : nil
        lastDecline =
            json.member("last_payment_error").flatMap { error in
                error.isNull ? nil : StripeAnswerError(error)
            }?.decline
    }

    /// The parts of the request that it repeats.
    var echo: AnswerEcho {
        AnswerEcho(
            minorUnits: amount.minorUnits,
            currency: amount.currency.code,
            merchantReference: reference
        )
    }

    var approval: Approval {
        Approval(
            authorizationCode: authorizationCode,
            networkReference: id,
            addressCheck: addressCheck,
            laterPayments: (stored?.reference).map(LaterPayments.reference),
            holdEndsAt: captureBefore
        )
    }

    private static func addressCheck(_ checks: JSONValue) -> AddressCheck? {
        let street = checks.member("address_line1_check")?.string
        let postalCode = checks.member("address_postal_code_check")?.string
        switch (street, postalCode) {
        case (nil, nil): return nil
        case ("pass", "pass"), ("pass", nil), (nil, "pass"): return .matches
        case ("pass", _): return .streetOnly
        case (_, "pass"): return .postalCodeOnly
        case ("fail", _), (_, "fail"): return .differs
        default: return .notCompared
        }
    }
}

/// A customer's payment method, which Stripe charges later.
struct StripeStoredCard: Hashable, Sendable {
    let customer: String
    let method: String

    /// The names in a PaymentIntent; nil where it lacks one.
    init?(_ json: JSONValue) {
        guard let customer = json.member("customer")?.string,
            let method = json.member("payment_method")?.string
        else { return nil }
        (self.customer, self.method) = (customer, method)
    }

    /// Reads ``reference``; nil for any other text.
    init?(_ reference: String) {
        let names = reference.split(separator: " ").map(String.init)
        guard names.count == 2 else { return nil }
        (customer, method) = (names[0], names[1])
    }

    /// Both names, as the merchant stores them.
    var reference: String { "\(customer) \(method)" }
}

/// The names under which Quince's own references are in the metadata of Stripe's objects.
enum StripeMetadata {
    static let reference = "merchant_reference"
    static let key = "idempotency_key"
}

/// The error in an answer of Stripe's.
///
/// - Source: Stripe, *Errors*.
struct StripeAnswerError: Sendable {
    let type: String?
    let code: String?
    let declineCode: String?
    /// The PaymentIntent that it is about, where it has one.
    let paymentIntent: StripePaymentIntent?

    /// Reads the member `error` of an answer, or a `last_payment_error`.
    init(_ json: JSONValue) {
        type = json.member("type")?.string
        code = json.member("code")?.string
        declineCode = json.member("decline_code")?.string
        paymentIntent = StripePaymentIntent(json.member("payment_intent"))
    }

    /// Why the card was declined; nil where it was not.
    var decline: (reason: DeclineReason, code: ProcessorCode?)? {
        guard type == "card_error" else { return nil }
        return (StripeDecline.reason(declineCode, code), processorCode)
    }

    /// The code of a decline, or else that of the error.
    var processorCode: ProcessorCode? { ProcessorCode(declineCode ?? code) }
}

/// A refund, as far as a processor reads it.
///
/// - Source: Stripe, *The Refund object*.
struct StripeRefund: Sendable {
    let id: String
    let status: String?
    let amount: Money
    let key: String?

    init?(_ json: JSONValue?) {
        guard let json, json.member("object")?.string == "refund",
            let id = json.member("id")?.string, let amount = json.stripeAmount("amount")
        else { return nil }
        (self.id, self.amount) = (id, amount)
        status = json.member("status")?.string
        key = json.member("metadata")?.member(StripeMetadata.key)?.string
    }

    /// Whether it was made, or is under way.
    var counts: Bool { status != "failed" && status != "canceled" }

    var answer: FollowUpAnswer {
        guard counts else { return .declined(.doNotHonor) }
        let echo = AnswerEcho(minorUnits: amount.minorUnits, currency: amount.currency.code)
        return .approved(networkReference: id, echo: echo)
    }
}

extension JSONValue {
    /// An amount of one of Stripe's objects, which has its currency beside it.
    func stripeAmount(_ name: String) -> Money? {
        guard let code = member("currency")?.string,
            let currency = Currency(code: code.uppercased())
        else { return nil }
        return member(name)?.integer.flatMap { AmountUnits.stripe.money($0, currency) }
    }
}
