/// The schemes that the sandbox's network stands for.
///
/// Prefixes of device accounts are the sandbox's own, inside the ranges of published test cards;
/// manufacturer identifiers are those seen in published tokens, and so are the indicators of Visa
/// and Mastercard; those of American Express and JCB, and the other indicators, are a guess.
///
/// - Source: reference *Payment token format*, section 1.9.
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

    var numberLength: Int { self == .americanExpress ? 15 : 16 }

    var cardPrefix: String {
        switch self {
        case .visa: "4"
        case .mastercard: "5"
        case .unionPay: "62"
        case .americanExpress: "37"
        case .discover: "6011"
        case .jcb: "35"
        }
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

    /// Mastercard's tokens carry no indicator.
    var eciIndicator: String? {
        switch self {
        case .visa: "7"
        case .mastercard: nil
        case .unionPay, .americanExpress, .discover, .jcb: "5"
        }
    }
}
