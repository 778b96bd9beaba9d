public import ISO8583
public import Money

/// The answer to a payment's request: 0110, 0210, 0230, 0410 or 0430.
///
/// - Source: ISO 8583:1987; Documentation/ChargingByISO8583.md lists the fields.
public struct CardAnswer: Hashable, Sendable {
    /// Its type.
    public let type: MessageType
    /// The reference of the request.
    public let reference: MessageReference
    /// Field 41 of the request, without spaces after it.
    public let terminal: String
    /// Field 42 of the request, without spaces after it; nil where it was not repeated.
    public let merchant: String?
    /// The decision.
    public var responseCode: ResponseCode
    /// Fields 4 and 49: the amount of the request, or the part of it that was approved.
    public var amount: Money?
    /// Field 38, the issuer's code: six letters or digits.
    public var authorizationCode: String?
    /// Field 62.2.
    public var networkTransaction: NetworkTransaction?
    /// Field 44.
    public var additionalData: AdditionalResponseData
    /// Field 54, such as the amount that was asked for where a part was approved.
    public var additionalAmounts: [AdditionalAmount]
    /// Field 63.4: four digits that say why the network decided in the issuer's place.
    public var standInReason: String?
    /// Field 55: what the issuer sends to the chip.
    public var chipData: [UInt8]?

    /// The answer to a request, which repeats its references and its amount; nil for a request that
    /// manages the connection.
    public init?(to request: CardRequest, _ responseCode: ResponseCode) {
        let (type, reference, acceptor): (MessageType, MessageReference, CardAcceptor)
        switch request {
        case .authorization(let request):
            (type, reference, acceptor) = (
                .authorizationRequest, request.reference, request.acceptor
            )
            amount = request.amount
        case .capture(let request):
            (type, reference, acceptor) = (.financialAdvice, request.reference, request.acceptor)
            amount = request.amount
        case .refund(let request):
            (type, reference, acceptor) = (.financialRequest, request.reference, request.acceptor)
            amount = request.amount
        case .reversal(let request):
            (type, reference, acceptor) = (
                request.isAdvice ? .reversalAdvice : .reversalRequest, request.reference,
                request.acceptor
            )
            amount = request.amount
        case .management: return nil
        }
        guard let answer = type.response else { return nil }
        self.type = answer
        self.reference = reference
        terminal = acceptor.terminal
        merchant = acceptor.merchant
        self.responseCode = responseCode
        additionalData = AdditionalResponseData()
        additionalAmounts = []
    }

    /// The answer as a message.
    ///
    /// - Throws: ``CardMessageFailure/invalidField(_:)`` where a value cannot be written.
    public func message() throws(CardMessageFailure) -> ISO8583Message {
        // In the order of their numbers, so that none is moved for another.
        var fields = MessageFields()
        if let amount { fields.set(try FieldWriter.amount(amount), as: 4) }
        fields.set(reference.transmissionTime.text, as: 7)
        fields.set(reference.traceNumber, as: 11)
        fields.set(reference.retrievalReference, as: 37)
        if let code = authorizationCode {
            guard FieldText.isAlphanumeric(code, count: 6) else { throw .invalidField(38) }
            fields.set(code, as: 38)
        }
        fields.set(responseCode.text, as: 39)
        fields.set(FieldText.padded(terminal, to: 8), as: 41)
        fields.set(merchant.map { FieldText.padded($0, to: 15) }, as: 42)
        fields.set(try additionalData.text(), as: 44)
        fields.set(amount?.currency.numericCode, as: 49)
        if !additionalAmounts.isEmpty {
            guard additionalAmounts.count <= 12 else { throw .invalidField(54) }
            var text = ""
            for amount in additionalAmounts { text += try amount.text() }
            fields.set(text, as: 54)
        }
        fields[55] = chipData
        fields.set(networkTransaction?.field62, as: 62)
        if let reason = standInReason {
            guard FieldText.isDigits(reason, count: 4...4) else { throw .invalidField(63) }
            // Bit 4 of the bitmap.
            fields.set("100000" + reason, as: 63)
        }
        return ISO8583Message(type, fields: fields)
    }

    /// Reads an answer. Further fields and sub-fields are ignored: networks repeat what they like of
    /// a request.
    ///
    /// - Throws: ``CardMessageFailure``.
    public init(_ message: ISO8583Message) throws(CardMessageFailure) {
        // Some networks answer a repetition with a type of its own, such as 0431.
        let number = message.type.number - message.type.number % 2
        guard [110, 210, 230, 410, 430].contains(number), let type = MessageType(number) else {
            throw .unknownType(message.type)
        }
        var fields = FieldReader(message)
        self.type = type
        reference = try fields.reference()
        terminal = FieldText.trimmed(try fields.text(41))
        merchant = try fields.optional(42).map(FieldText.trimmed)
        guard let code = ResponseCode(try fields.text(39)) else { throw .invalidField(39) }
        responseCode = code
        amount = try fields.optionalAmount()
        authorizationCode = try fields.alphanumeric(38, count: 6)
        // With 30 the field has the reason as text.
        additionalData = try AdditionalResponseData(
            code == .formatError ? nil : fields.optional(44)
        )
        additionalAmounts = try AdditionalAmount.read(from: &fields)
        networkTransaction = try fields.subfields(62, .visa62)?[2].flatMap(NetworkTransaction.init)
        chipData = fields.bytes(55)
        standInReason = try fields.subfields(63, .visa63)?[4]
    }
}

/// Any answer.
public enum CardResponse: Hashable, Sendable {
    /// To a payment's request.
    case payment(CardAnswer)
    /// To a request that manages the connection.
    case management(NetworkManagement)

    /// Reads an answer.
    ///
    /// - Throws: ``CardMessageFailure``.
    public init(_ message: ISO8583Message) throws(CardMessageFailure) {
        self =
            message.type.number == 810
            ? .management(try NetworkManagement(message, isAnswer: true))
            : .payment(try CardAnswer(message))
    }

    /// The answer as a message.
    ///
    /// - Throws: ``CardMessageFailure/invalidField(_:)`` where a value cannot be written.
    public func message() throws(CardMessageFailure) -> ISO8583Message {
        switch self {
        case .payment(let answer): try answer.message()
        case .management(let answer): answer.message()
        }
    }
}
