/// The schemes that the sandbox's network stands for.
///
/// Prefixes of device accounts are the sandbox's own, inside the ranges of published test cards;
/// manufacturer identifiers are those seen in published tokens, and so are the indicators but
/// UnionPay's, which is a guess.
///
/// - Source: reference *Payment token format*, section 1.9.
public enum CardScheme: String, Hashable, Sendable, CaseIterable {
    /// Visa.
    case visa = "Visa"
    /// Mastercard, in PassKit's spelling.
    case mastercard = "MasterCard"
    /// UnionPay, in PassKit's spelling.
    case unionPay = "ChinaUnionPay"

    var numberLength: Int { 16 }

    var cardPrefix: String {
        switch self {
        case .visa: "4"
        case .mastercard: "5"
        case .unionPay: "62"
        }
    }

    var deviceAccountPrefix: String {
        switch self {
        case .visa: "48170099"
        case .mastercard: "52042499"
        case .unionPay: "62340099"
        }
    }

    var deviceManufacturerIdentifier: String {
        switch self {
        case .visa: "040010030273"
        case .mastercard: "050110030273"
        case .unionPay: "062010030273"
        }
    }

    /// Mastercard's tokens carry no indicator.
    var eciIndicator: String? {
        switch self {
        case .visa: "7"
        case .mastercard: nil
        case .unionPay: "5"
        }
    }
}
