public import ISO8583

/// A request that an acquirer sends and a card network reads.
public enum CardRequest: Sendable {
    /// 0100: to hold an amount.
    case authorization(CardAuthorization)
    /// 0220: to collect an amount that is held, or a part of it.
    case capture(CardFollowUp)
    /// 0200: to pay an amount back.
    case refund(CardFollowUp)
    /// 0400 or 0420: to cancel an authorization.
    case reversal(CardReversal)
    /// 0800: to manage the connection.
    case management(NetworkManagement)

    private static let refundCode = "200000"

    /// The request as a message.
    ///
    /// - Throws: ``CardMessageFailure/invalidField(_:)`` where a value cannot be written, such as an
    ///   amount below zero.
    public func message() throws(CardMessageFailure) -> ISO8583Message {
        switch self {
        case .authorization(let request): try request.message()
        case .capture(let request):
            try request.message(.financialAdvice, processingCode: CardAuthorization.processingCode)
        case .refund(let request):
            try request.message(.financialRequest, processingCode: Self.refundCode)
        case .reversal(let request): try request.message()
        case .management(let request): request.message()
        }
    }

    /// Reads a message. All of its fields must belong to its type and have valid values.
    ///
    /// - Throws: ``CardMessageFailure``.
    public init(_ message: ISO8583Message) throws(CardMessageFailure) {
        let isRepetition = message.type.number % 10 == 1
        switch message.type.number {
        case 100, 101:
            self = .authorization(
                try CardAuthorization(message, isRepetition: isRepetition)
            )
        case 220, 221:
            self = .capture(
                try CardFollowUp(
                    message,
                    processingCode: CardAuthorization.processingCode,
                    isRepetition: isRepetition
                )
            )
        case 200, 201:
            self = .refund(
                try CardFollowUp(
                    message,
                    processingCode: Self.refundCode,
                    isRepetition: isRepetition
                )
            )
        case 400, 401, 420, 421:
            self = .reversal(
                try CardReversal(
                    message,
                    isAdvice: message.type.number >= 420,
                    isRepetition: isRepetition
                )
            )
        case 800:
            self = .management(try NetworkManagement(message, isAnswer: false))
            let other = message.fields.numbers.first { ![7, 11, 32, 70].contains($0) }
            if let other { throw .unexpectedField(other) }
        default: throw .unknownType(message.type)
        }
    }

    /// The type for a first request, or for one that may have been sent before.
    static func type(_ type: MessageType, isRepetition: Bool) -> MessageType {
        isRepetition ? MessageType(type.number + 1) ?? type : type
    }
}
