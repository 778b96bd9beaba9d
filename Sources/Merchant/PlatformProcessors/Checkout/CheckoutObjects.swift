internal import JSON
internal import Money
internal import Payments
internal import World

/// A payment, as far as a processor reads it.
///
/// - Source: Checkout.com API reference, "Get payment details" and "Payments", the answer to a request.
struct CheckoutPayment: Sendable {
    /// How far a payment is.
    enum State: Sendable {
        /// It waits for a decision.
        case pending
        case declined
        /// The amount is held, and nothing was captured.
        case authorized
        /// The hold was released, and nothing was captured.
        case released
        /// The amount, or a part, was captured; it may have been refunded.
        case captured

        fileprivate init?(_ status: String) {
            switch status {
            case "Pending", "Retry Scheduled": self = .pending
            case "Declined": self = .declined
            case "Authorized": self = .authorized
            case "Voided", "Expired", "Canceled": self = .released
            case "Captured", "Partially Captured", "Refunded", "Partially Refunded", "Paid":
                self = .captured
            default: return nil
            }
        }
    }

    let id: String
    let state: State
    let amount: Money
    /// The merchant's reference: the key of the authorization.
    let reference: String?
    let responseCode: String?
    let authorizationCode: String?
    let addressCheck: AddressCheck?
    /// The name of the source, by which it is charged later; nil where none is told.
    let source: String?
    /// When the authorization expires; nil where that is not told.
    let expiresOn: UnixTime?
    /// The captured amount in all; nil where that is not said.
    let captured: Money?

    /// Reads an object; nil where it is no payment.
    init?(_ json: JSONValue?) {
        guard let json, let id = json.member("id")?.string,
            let state = json.member("status")?.string.flatMap(State.init),
            let amount = json.checkoutAmount(json.member("amount"))
        else { return nil }
        (self.id, self.state, self.amount) = (id, state, amount)
        reference = json.member("reference")?.string
        responseCode = json.member("response_code")?.string
        authorizationCode = json.member("auth_code")?.string
        addressCheck = json.member("source")?.member("avs_check")?.string.map(Self.addressCheck)
        source = json.member("source")?.member("id")?.string
        expiresOn = json.member("expires_on")?.string.flatMap { UnixTime(iso8601: $0) }
        captured = json.checkoutAmount(json.member("balances")?.member("total_captured"))
    }

    /// The issuer's decision; nil where there is none, or the hold was released since. An answer to an
    /// authorization has the codes; of a payment that is read they are in its actions.
    func decision(_ actions: [CheckoutAction] = []) -> AuthorizationAnswer? {
        let authorization = actions.first { $0.type == .authorization }
        switch state {
        case .pending, .released: return nil
        case .declined:
            let code = authorization?.responseCode ?? responseCode
            return .declined(CheckoutDecline.reason(code), code: ProcessorCode(code))
        case .authorized, .captured:
            return .approved(
                Approval(
                    authorizationCode: authorization?.authorizationCode ?? authorizationCode,
                    networkReference: id,
                    addressCheck: addressCheck,
                    laterPayments: source.map { .reference("\($0) \(id)") },
                    holdEndsAt: expiresOn
                ),
                echo: AnswerEcho(minorUnits: amount.minorUnits, currency: amount.currency.code)
            )
        }
    }

    /// - Source: Checkout.com, *AVS codes*.
    private static func addressCheck(_ code: String) -> AddressCheck {
        switch code {
        case "D", "F", "M", "X", "Y", "J", "V": .matches
        case "A", "B", "L", "O": .streetOnly
        case "P", "W", "Z", "T", "K": .postalCodeOnly
        case "C", "N": .differs
        default: .notCompared
        }
    }
}

/// A step in the life of a payment, which was done or declined.
///
/// - Source: Checkout.com API reference, "Get payment actions".
struct CheckoutAction: Sendable {
    /// The kinds of actions that are read.
    enum Kind: String, Sendable {
        case authorization = "Authorization"
        case capture = "Capture"
        case void = "Void"
        case refund = "Refund"
    }

    let id: String
    let type: Kind
    let isApproved: Bool
    let responseCode: String?
    let authorizationCode: String?
    /// The key of the request that asked for it.
    let reference: String?
    let amount: Money?

    /// Reads an action of a payment in a currency; nil for one that is not read.
    init?(_ json: JSONValue, _ currency: Currency?) {
        guard let id = json.member("id")?.string,
            let type = json.member("type")?.string.flatMap(Kind.init),
            let isApproved = json.member("approved")?.bool
        else { return nil }
        (self.id, self.type, self.isApproved) = (id, type, isApproved)
        responseCode = json.member("response_code")?.string
        authorizationCode = json.member("auth_code")?.string
        reference = json.member("reference")?.string
        amount = currency.flatMap { currency in
            json.member("amount")?.integer.flatMap { AmountUnits.checkout.money($0, currency) }
        }
    }

    /// The outcome of the request that asked for it.
    var decline: (reason: DeclineReason, code: ProcessorCode?)? {
        isApproved ? nil : (CheckoutDecline.reason(responseCode), ProcessorCode(responseCode))
    }
}

extension JSONValue {
    /// An amount of an object that has its currency.
    func checkoutAmount(_ units: JSONValue?) -> Money? {
        guard let currency = member("currency")?.string.flatMap({ Currency(code: $0) }) else {
            return nil
        }
        return units?.integer.flatMap { AmountUnits.checkout.money($0, currency) }
    }
}
