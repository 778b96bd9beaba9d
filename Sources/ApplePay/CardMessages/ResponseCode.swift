/// The decision: field 39, two letters or digits.
///
/// - Source: ISO 8583:1987, field 39.
public struct ResponseCode: Hashable, Sendable, CustomStringConvertible {
    /// Two letters or digits.
    public let text: String

    /// A code; nil where it is not two letters or digits.
    public init?(_ text: String) {
        guard FieldText.isAlphanumeric(text, count: 2) else { return nil }
        self.text = text
    }

    private init(known text: String) { self.text = text }

    /// The text.
    public var description: String { text }

    /// 00: approved.
    public static let approved = ResponseCode(known: "00")
    /// 10: approved for a part of the amount.
    public static let partiallyApproved = ResponseCode(known: "10")
    /// 85: the account is valid; the answer to an amount of zero.
    public static let accountValid = ResponseCode(known: "85")
    /// 25: the message that the request is about was not found.
    public static let originalNotFound = ResponseCode(known: "25")
    /// 30: the message could not be read.
    public static let formatError = ResponseCode(known: "30")
    /// 51: insufficient funds.
    public static let insufficientFunds = ResponseCode(known: "51")
    /// 91: the issuer does not answer.
    public static let issuerUnavailable = ResponseCode(known: "91")
    /// 96: the network has a fault.
    public static let systemError = ResponseCode(known: "96")
}
