internal import ISO8583
public import Money

/// A request to cancel an authorization: 0400, or the advice 0420, which cannot be declined; 0401 and
/// 0421 for a repetition.
///
/// - Source: ISO 8583:1987; Documentation/ChargingByISO8583.md lists the fields.
public struct CardReversal: Hashable, Sendable {
    /// Why an authorization is cancelled: field 63.3.
    ///
    /// - Source: Visa's message reason codes for reversals, as public integration guides have them.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// 2501: the merchant voids it.
        case voided = "2501"
        /// 2502: the merchant does not complete it.
        case notCompleted = "2502"
        /// 2503: it was not answered.
        case unanswered = "2503"
        /// 2504: only a part of the amount is kept.
        case partial = "2504"
    }

    /// Its reference; field 37 is the authorization's.
    public let reference: MessageReference
    /// Who asks.
    public let acceptor: CardAcceptor
    /// The amount of the authorization.
    public let amount: Money
    /// The authorization.
    public let original: OriginalDataElements
    /// The amount that stays authorized, field 95; nil where nothing does. Its currency is that of
    /// ``amount``.
    public let remaining: Money?
    /// Why.
    public let reason: Reason
    /// Whether it is an advice.
    public let isAdvice: Bool
    /// Whether it may have been sent before.
    public let isRepetition: Bool

    /// A request.
    public init(
        reference: MessageReference,
        acceptor: CardAcceptor,
        amount: Money,
        original: OriginalDataElements,
        remaining: Money? = nil,
        reason: Reason,
        isAdvice: Bool,
        isRepetition: Bool
    ) {
        self.reference = reference
        self.acceptor = acceptor
        self.amount = amount
        self.original = original
        self.remaining = remaining
        self.reason = reason
        self.isAdvice = isAdvice
        self.isRepetition = isRepetition
    }

    func message() throws(CardMessageFailure) -> ISO8583Message {
        var fields = FieldWriter.fields(reference, acceptor)
        fields.set(CardAuthorization.processingCode, as: 3)
        fields.set(try FieldWriter.amount(amount), as: 4)
        fields.set(CardAuthorization.condition, as: 25)
        fields.set(amount.currency.numericCode, as: 49)
        // Bit 3 of the bitmap.
        fields.set("200000" + reason.rawValue, as: 63)
        fields.set(original.text, as: 90)
        if let remaining {
            guard remaining.currency == amount.currency, remaining.minorUnits <= amount.minorUnits
            else { throw .invalidField(95) }
            fields.set(
                try FieldWriter.amount(remaining, 95) + String(repeating: "0", count: 30),
                as: 95
            )
        }
        let type: MessageType = isAdvice ? .reversalAdvice : .reversalRequest
        return ISO8583Message(CardRequest.type(type, isRepetition: isRepetition), fields: fields)
    }

    init(
        _ message: ISO8583Message,
        isAdvice: Bool,
        isRepetition: Bool
    ) throws(CardMessageFailure) {
        var fields = FieldReader(message)
        reference = try fields.reference()
        acceptor = try fields.acceptor()
        try fields.require(3, CardAuthorization.processingCode)
        try fields.require(25, CardAuthorization.condition)
        let amount = try fields.amount()
        self.amount = amount
        guard let original = OriginalDataElements(try fields.text(90)) else {
            throw .invalidField(90)
        }
        self.original = original
        guard let values = try fields.subfields(63, .visa63) else { throw .missingField(63) }
        guard values.count == 1, let reason = values[3].flatMap(Reason.init) else {
            throw .invalidField(63)
        }
        self.reason = reason
        if let text = try fields.optional(95) {
            guard FieldText.isDigits(text, count: 42...42),
                text.dropFirst(12).allSatisfy({ $0 == "0" }), let units = Int64(text.prefix(12)),
                units <= amount.minorUnits
            else { throw .invalidField(95) }
            remaining = Money(minorUnits: units, currency: amount.currency)
        } else {
            remaining = nil
        }
        self.isAdvice = isAdvice
        self.isRepetition = isRepetition
        try fields.requireNoOthers()
    }
}
