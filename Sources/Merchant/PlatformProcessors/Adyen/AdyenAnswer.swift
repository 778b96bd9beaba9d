internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments

/// An answer of Adyen's.
struct AdyenAnswer: Sendable {
    let json: JSONValue?
    private let status: HTTPStatus
    /// Whether the same request may be answered differently a moment later.
    ///
    /// - Source: Adyen, *API idempotency*, "Error handling": the header field, and 704, the request with this key
    ///   is being worked on. 703, a resource is not available now, is from *Error codes*.
    private let isTransient: Bool

    init(_ response: HTTPResponse) {
        json = try? JSONDocument(response.body).root
        status = response.status
        let code = json?.member("errorCode")?.string
        isTransient =
            response.fields["transient-error"]?.text == "true" || code == "703" || code == "704"
    }

    var isSuccess: Bool { status == .ok || status == .created }

    /// Whether a cancellation, capture or refund was received.
    var isReceived: Bool { isSuccess && json?.member("status")?.string == "received" }

    /// Why a request that was refused is not done. Adyen checks a request before it acts.
    var failure: ProcessorFailure {
        if isSuccess { return .outcomeUnknown(.answerUnreadable) }
        return isTransient ? .outcomeUnknown(.processorInDoubt) : .notSent(.requestInvalid)
    }

    /// Why a capture, cancellation or refund is not possible; nil where the answer does not say so.
    ///
    /// - Source: Adyen, *Error codes*.
    var decline: (reason: DeclineReason, code: ProcessorCode?)? {
        guard status == .unprocessableContent, !isTransient else { return nil }
        let code = json?.member("errorCode")?.string
        let reason: DeclineReason =
            switch code {
            case "137": .amountInvalid
            case "167": .originalNotFound
            default: .transactionInvalid
            }
        return (reason, ProcessorCode(code))
    }
}

extension AdyenPayment {
    /// The shopper and the card that Adyen stored; nil where it stored none.
    ///
    /// - Source: Adyen, *Tokenization*: the names in `additionalData`; the second one is the older.
    private static func storedReference(_ data: JSONValue) -> String? {
        func text(_ name: String, _ older: String) -> String? {
            data.member("tokenization.\(name)")?.string ?? data.member("recurring.\(older)")?.string
        }
        guard let shopper = text("shopperReference", "shopperReference"),
            let card = text("storedPaymentMethodId", "recurringDetailReference")
        else { return nil }
        return "\(shopper) \(card)"
    }
}

/// A payment in an answer.
///
/// - Source: Adyen, *Checkout API v72*, `PaymentResponse`, and *Result codes*.
struct AdyenPayment: Sendable {
    let reference: String?
    /// The issuer's decision; nil where there is none yet.
    let decision: AuthorizationAnswer?

    init?(_ json: JSONValue?) {
        guard let json, let result = json.member("resultCode")?.string else { return nil }
        reference = json.member("merchantReference")?.string
        let amount = Money(adyen: json.member("amount"))
        let data = json.member("additionalData")
        let approval = json.member("pspReference")?.string.map { payment in
            Approval(
                authorizationCode: data?.member("authCode")?.string,
                networkReference: payment,
                laterPayments: data.flatMap(Self.storedReference).map(LaterPayments.reference)
            )
        }
        switch (result, approval) {
        case ("Authorised", let approval?):
            let echo = AnswerEcho(
                minorUnits: amount?.minorUnits,
                currency: amount?.currency.code
            )
            decision = .approved(approval, echo: echo)
        case ("PartiallyAuthorised", let approval?):
            decision = amount.map { .partiallyApproved(approval, amount: $0, echo: .none) }
        case ("Refused", _), ("Cancelled", _), ("Error", _):
            let code = json.member("refusalReasonCode")?.string
            decision = .declined(AdyenRefusal.reason(code: code), code: ProcessorCode(code))
        // The shopper would have to do something first. A wallet has authenticated him already.
        case ("RedirectShopper", _), ("IdentifyShopper", _), ("ChallengeShopper", _),
            ("PresentToShopper", _):
            decision = .declined(.notPermitted, code: ProcessorCode(result))
        default: decision = nil
        }
    }
}

extension Money {
    /// The amount in a member `amount`; nil where it is none.
    init?(adyen json: JSONValue?) {
        guard let units = json?.member("value")?.integer,
            let currency = json?.member("currency")?.string.flatMap({ Currency(code: $0) }),
            let money = AmountUnits.adyen.money(units, currency)
        else { return nil }
        self = money
    }

    /// The member `amount`; nil where Adyen cannot express the amount.
    var adyenJSON: JSONOutput? {
        AmountUnits.adyen.units(self).map {
            .object(["currency": .string(currency.code), "value": .integer($0)])
        }
    }
}
