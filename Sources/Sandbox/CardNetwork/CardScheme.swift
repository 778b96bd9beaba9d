internal import CardAccounts

/// The card schemes of the sandbox's network.
///
/// The prefixes of device accounts are the sandbox's own, within the ranges of published test
/// cards. The manufacturer identifiers, and the commerce indicators of Visa and Mastercard, are
/// from published tokens. The other indicators, including those of American Express and JCB, are a
/// guess.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, section 1.9.
public enum CardScheme: String, Hashable, Sendable, CaseIterable {
    /// Visa.
    case visa = "Visa"
    /// Mastercard, in PassKit's spelling.
    case mastercard = "MasterCard"
    /// UnionPay, in PassKit's spelling.
    case unionPay = "ChinaUnionPay"
    /// American Express, in PassKit's spelling.
    case americanExpress = "AmEx"
    /// Discover.
    case discover = "Discover"
    /// JCB.
    case jcb = "JCB"

    /// The number of digits of a card number.
    package var numberLength: Int { self == .americanExpress ? 15 : 16 }

    /// The ranges of the first four digits of card numbers.
    ///
    /// - Source: the ranges that the schemes publish for checkouts. UnionPay's cards that Discover
    ///   also accepts count as UnionPay's.
    private var issuerRanges: [ClosedRange<Int>] {
        switch self {
        case .visa: [4000...4999]
        case .mastercard: [2221...2720, 5100...5599]
        case .unionPay: [6200...6299]
        case .americanExpress: [3400...3499, 3700...3799]
        case .discover: [6011...6011, 6440...6599]
        case .jcb: [3528...3589]
        }
    }

    /// The scheme of a card number, by its first four digits; nil for another scheme or fewer
    /// digits.
    public init?(ofCardNumber number: String) {
        guard let first = Int(number.prefix(4)), number.prefix(4).utf8.count == 4,
            let scheme = Self.allCases.first(where: { scheme in
                scheme.issuerRanges.contains { $0.contains(first) }
            })
        else { return nil }
        self = scheme
    }

    var deviceAccountPrefix: String {
        switch self {
        case .visa: "48170099"
        case .mastercard: "52042499"
        case .unionPay: "62340099"
        case .americanExpress: "37828299"
        case .discover: "60111199"
        case .jcb: "35301199"
        }
    }

    var deviceManufacturerIdentifier: String {
        switch self {
        case .visa: "040010030273"
        case .mastercard: "050110030273"
        case .unionPay: "062010030273"
        case .americanExpress: "030010030273"
        case .discover: "000000000001"
        case .jcb: "020010030273"
        }
    }

    var cryptogramLayout: PaymentCryptogram.Layout {
        self == .mastercard ? .nineteenBytes : .twentyBytes
    }

    /// Mastercard's tokens have no indicator.
    var eciIndicator: String? {
        switch self {
        case .visa: "7"
        case .mastercard: nil
        case .unionPay, .americanExpress, .discover, .jcb: "5"
        }
    }
}
