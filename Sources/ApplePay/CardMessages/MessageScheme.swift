public import Bytes

/// A card scheme, by which messages differ.
public enum MessageScheme: String, Hashable, Sendable, CaseIterable {
    /// Visa.
    case visa
    /// Mastercard.
    case mastercard
    /// American Express.
    case americanExpress
    /// Discover.
    case discover
    /// JCB.
    case jcb
    /// UnionPay.
    case unionPay
    /// Any other; its messages are as Visa's.
    case other

    /// The scheme of an account number, by its first four digits.
    ///
    /// - Source: the ranges that the schemes publish for checkouts.
    public init(ofAccountNumber number: Secret) {
        let prefix = number.withBytes { digits in
            digits.indices.prefix(4).reduce(0) { $0 * 10 + Int(digits[$1] & 0x0f) }
        }
        self =
            switch prefix {
            case 4000...4999: .visa
            case 2221...2720, 5100...5599: .mastercard
            case 3400...3499, 3700...3799: .americanExpress
            case 6011, 6440...6599: .discover
            case 3528...3589: .jcb
            case 6200...6299, 8100...8171: .unionPay
            default: .other
            }
    }
}

/// The electronic commerce indicator: two digits that say how the cardholder was authenticated.
///
/// Absent and `00` differ, so a message without one is a message with nil.
///
/// - Source: Apple, *Payment Token Format Reference*, `eciIndicator`; the schemes' values are in
///   Documentation/ChargingByISO8583.md.
public struct ElectronicCommerceIndicator: Hashable, Sendable {
    /// Two digits.
    public let text: String

    /// Reads an indicator of one or two digits, as tokens have it; nil for any other text.
    public init?(_ text: String) {
        guard FieldText.isDigits(text, count: 1...2) else { return nil }
        self.text = FieldText.zeros(before: text, to: 2)
    }

    private init(known text: String) { self.text = text }

    /// The indicator that the network gets: the token's, but 04 for every Discover token.
    ///
    /// - Source: Discover's rule for Apple Pay, as ActiveMerchant's gateways have it.
    public static func sent(
        _ indicator: ElectronicCommerceIndicator?,
        to scheme: MessageScheme
    ) -> ElectronicCommerceIndicator? {
        scheme == .discover ? ElectronicCommerceIndicator(known: "04") : indicator
    }
}
