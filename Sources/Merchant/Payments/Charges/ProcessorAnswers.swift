public import Money
public import World

/// The parts of a request that a processor repeats. A part that it does not repeat is nil.
///
/// Repeated parts are compared with the request: see ``AnswerMismatch``.
public struct AnswerEcho: Hashable, Sendable {
    /// The amount of the request. Units: minor units of the currency.
    public let minorUnits: Int64?
    /// The currency, as three digits or three capital letters of ISO 4217.
    public let currency: String?
    /// The merchant's reference. A processor that sends another reference, derived from the key,
    /// compares that one itself and returns nil here.
    public let merchantReference: String?

    /// The repeated parts.
    public init(
        minorUnits: Int64? = nil,
        currency: String? = nil,
        merchantReference: String? = nil
    ) {
        self.minorUnits = minorUnits
        self.currency = currency
        self.merchantReference = merchantReference
    }

    /// Nothing was repeated.
    public static let none = AnswerEcho()

    /// The first difference from a request, or nil if there is none.
    public func mismatch(with amount: Money, _ reference: String) -> AnswerMismatch? {
        if let minorUnits, minorUnits != amount.minorUnits { return .amount }
        if let currency, currency != amount.currency.code, currency != amount.currency.numericCode {
            return .currency
        }
        if let merchantReference, !merchantReference.utf8.elementsEqual(reference.utf8) {
            return .reference
        }
        return nil
    }
}

/// How an answer differs from its request. Nothing can be concluded from such an answer.
public enum AnswerMismatch: String, Hashable, Sendable, CaseIterable {
    /// It is about another amount.
    case amount
    /// It is about another currency.
    case currency
    /// It is about another reference.
    case reference
}

/// An approved authorization.
public struct Approval: Hashable, Sendable {
    /// The issuer's code; nil where the processor does not tell it.
    public let authorizationCode: String?
    /// The processor's name for the authorization.
    public let networkReference: String
    /// The comparison of the billing address; nil if none was sent, or the answer has none.
    public let addressCheck: AddressCheck?
    /// The reference of later payments with the card; nil where none can be made.
    public let laterPayments: LaterPayments?
    /// Until when the amount is held; nil where that is not known.
    public let holdEndsAt: UnixTime?

    /// An approval.
    public init(
        authorizationCode: String?,
        networkReference: String,
        addressCheck: AddressCheck? = nil,
        laterPayments: LaterPayments? = nil,
        holdEndsAt: UnixTime? = nil
    ) {
        self.holdEndsAt = holdEndsAt
        self.laterPayments = laterPayments
        self.authorizationCode = authorizationCode
        self.networkReference = networkReference
        self.addressCheck = addressCheck
    }
}

/// The reference of later payments with an approved card.
public enum LaterPayments: Hashable, Sendable {
    /// The processor stored the card and gave it this name.
    case reference(String)
    /// The merchant stores the account number, and the network calls the first payment this.
    case account(firstPayment: String)
}

/// The issuer's decision about an authorization.
public enum AuthorizationAnswer: Hashable, Sendable {
    /// The amount is held.
    case approved(Approval, echo: AnswerEcho)
    /// Only this smaller amount is held. The echo is about the requested amount.
    ///
    /// - Source: ISO 8583 (1987), response code 10, with the approved amount in field 4 or 54.
    case partiallyApproved(Approval, amount: Money, echo: AnswerEcho)
    /// Nothing is held. The code is the processor's own.
    case declined(DeclineReason, code: ProcessorCode? = nil)
}

/// The answer to a capture, void or refund.
public enum FollowUpAnswer: Hashable, Sendable {
    /// It is done. `networkReference` is the network's name for it, where it has one.
    case approved(networkReference: String?, echo: AnswerEcho)
    /// It is not done. The code is the processor's own.
    case declined(DeclineReason, code: ProcessorCode? = nil)
    /// The processor has the request, and says later whether it is done: see ``ProcessorNotice``.
    case received
}

/// The answer to a reversal.
public enum ReversalAnswer: Hashable, Sendable {
    /// Nothing is held any more.
    case reversed(networkReference: String?)
    /// The processor does not know the authorization, and will not act on it later. Nothing is held.
    ///
    /// - Source: ISO 8583 (1987), response code 25.
    case originalNotFound
    /// The processor refuses: it must be settled by people. The code is the processor's own.
    case refused(DeclineReason, code: ProcessorCode? = nil)
    /// The processor has the request, and says later whether it is done: see ``ProcessorNotice``.
    case received
}

/// The answer to a question about an authorization.
public enum InquiryAnswer: Hashable, Sendable {
    /// The authorization was answered like this.
    case answered(AuthorizationAnswer)
    /// It is in progress.
    case inProgress
    /// The processor did not receive it; it may still arrive.
    case notFound
}
