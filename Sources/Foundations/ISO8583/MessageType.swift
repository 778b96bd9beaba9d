/// The type of a message: the four digits that it begins with, such as 0100.
///
/// - Source: ISO 8583:1987 § 4.1, "message type identifier".
public struct MessageType: Hashable, Sendable {
    /// The number that the four digits are, such as 100 for 0100.
    public let number: UInt16

    /// A type; nil unless the number has at most four digits.
    public init?(_ number: UInt16) {
        guard number <= 9_999 else { return nil }
        self.number = number
    }

    private init(known number: UInt16) { self.number = number }

    /// 0100: asks for an authorization.
    public static let authorizationRequest = MessageType(known: 100)
    /// 0120: says that an authorization was given in the issuer's place.
    public static let authorizationAdvice = MessageType(known: 120)
    /// 0200: asks for an authorization that is settled without a further message.
    public static let financialRequest = MessageType(known: 200)
    /// 0220: says that a transaction took place.
    public static let financialAdvice = MessageType(known: 220)
    /// 0400: asks that an earlier message be undone.
    public static let reversalRequest = MessageType(known: 400)
    /// 0420: says that an earlier message is undone; it cannot be declined.
    public static let reversalAdvice = MessageType(known: 420)
    /// 0421: 0420 once more.
    public static let reversalAdviceRepeat = MessageType(known: 421)
    /// 0800: manages the connection.
    public static let networkManagementRequest = MessageType(known: 800)

    /// Whether it is an answer: the third digit is odd.
    public var isResponse: Bool { number / 10 % 2 == 1 }

    /// The type of the answer; nil for an answer. A repeat is answered as its first message is.
    public var response: MessageType? {
        isResponse ? nil : MessageType(known: number / 10 * 10 + 10)
    }
}

extension MessageType: CustomStringConvertible {
    /// The four digits.
    public var description: String {
        let digits = String(number)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
