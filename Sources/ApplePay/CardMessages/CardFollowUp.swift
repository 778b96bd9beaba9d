internal import ISO8583
public import Money

/// A request about an authorization that was approved: to capture (0220) or to refund (0200), and
/// 0221 or 0201 for a repetition. It has no card data; field 90 says which authorization.
///
/// - Source: ISO 8583:1987; Documentation/ChargingByISO8583.md lists the fields.
public struct CardFollowUp: Hashable, Sendable {
    /// Its reference; field 37 is the authorization's.
    public let reference: MessageReference
    /// Who asks.
    public let acceptor: CardAcceptor
    /// The amount to capture or to refund.
    public let amount: Money
    /// The authorization.
    public let original: OriginalDataElements
    /// The issuer's code, six letters or digits, where it is known.
    public let authorizationCode: String?
    /// The network's name for the authorization, where it is known.
    public let networkTransaction: NetworkTransaction?
    /// Whether the request may have been sent before.
    public let isRepetition: Bool

    /// A request.
    public init(
        reference: MessageReference,
        acceptor: CardAcceptor,
        amount: Money,
        original: OriginalDataElements,
        authorizationCode: String?,
        networkTransaction: NetworkTransaction?,
        isRepetition: Bool
    ) {
        self.reference = reference
        self.acceptor = acceptor
        self.amount = amount
        self.original = original
        self.authorizationCode = authorizationCode
        self.networkTransaction = networkTransaction
        self.isRepetition = isRepetition
    }

    func message(
        _ type: MessageType,
        processingCode: String
    ) throws(CardMessageFailure) -> ISO8583Message {
        var fields = FieldWriter.fields(reference, acceptor)
        fields.set(processingCode, as: 3)
        fields.set(try FieldWriter.amount(amount), as: 4)
        fields.set(CardAuthorization.condition, as: 25)
        if let code = authorizationCode {
            guard FieldText.isAlphanumeric(code, count: 6) else { throw .invalidField(38) }
            fields.set(code, as: 38)
        }
        fields.set(amount.currency.numericCode, as: 49)
        fields.set(networkTransaction?.field62, as: 62)
        fields.set(original.text, as: 90)
        return ISO8583Message(CardRequest.type(type, isRepetition: isRepetition), fields: fields)
    }

    init(
        _ message: ISO8583Message,
        processingCode: String,
        isRepetition: Bool
    ) throws(CardMessageFailure) {
        var fields = FieldReader(message)
        reference = try fields.reference()
        acceptor = try fields.acceptor()
        try fields.require(3, processingCode)
        try fields.require(25, CardAuthorization.condition)
        amount = try fields.amount()
        guard let original = OriginalDataElements(try fields.text(90)) else {
            throw .invalidField(90)
        }
        self.original = original
        authorizationCode = try fields.alphanumeric(38, count: 6)
        networkTransaction = try NetworkTransaction.read(from: &fields)
        self.isRepetition = isRepetition
        try fields.requireNoOthers()
    }
}
