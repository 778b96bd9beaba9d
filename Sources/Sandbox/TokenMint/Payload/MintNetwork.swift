/// The card networks whose tokens can be minted, by the names that `quince mint` has for them.
///
/// - Source: Documentation/Reference/PaymentTokenFormat.md, section 1.9, for the manufacturer
///   identifiers and indicators of Visa, Mastercard and Discover and for UnionPay's identifier; the
///   rest is a guess from the pattern. Application identifiers are the networks' registered ones
///   (ISO/IEC 7816-5). Account numbers begin as published test numbers do.
public enum MintNetwork: String, Hashable, Sendable, CaseIterable {
    /// Visa.
    case visa
    /// Mastercard.
    case mastercard
    /// American Express.
    case amex
    /// Discover.
    case discover
    /// UnionPay.
    case unionPay = "unionpay"
    /// JCB.
    case jcb
    /// Maestro.
    case maestro

    /// PassKit's name, as `paymentMethod.network` has it.
    public var passKitName: String {
        switch self {
        case .visa: "Visa"
        case .mastercard: "MasterCard"
        case .amex: "AmEx"
        case .discover: "Discover"
        case .unionPay: "ChinaUnionPay"
        case .jcb: "JCB"
        case .maestro: "Maestro"
        }
    }

    /// The first digits of the network's TEST account numbers.
    var accountPrefix: String {
        switch self {
        case .visa: "411111"
        case .mastercard: "555555"
        case .amex: "378282"
        case .discover: "601111"
        case .unionPay: "620000"
        case .jcb: "353011"
        case .maestro: "675964"
        }
    }

    var accountLength: Int { self == .amex ? 15 : 16 }

    var deviceManufacturerIdentifier: String {
        switch self {
        case .visa: "040010030273"
        case .mastercard, .maestro: "050110030273"
        case .amex: "030010030273"
        case .discover: "000000000001"
        case .unionPay: "062010030273"
        case .jcb: "020010030273"
        }
    }

    /// The commerce indicators that are sent; none where the member is left out.
    var commerceIndicators: [String] {
        switch self {
        case .visa: ["5", "7"]
        case .mastercard, .maestro: []
        case .amex, .discover, .unionPay, .jcb: ["5"]
        }
    }

    var applicationIdentifier: [UInt8] {
        switch self {
        case .visa: [0xa0, 0, 0, 0, 0x03, 0x10, 0x10]
        case .mastercard: [0xa0, 0, 0, 0, 0x04, 0x10, 0x10]
        case .amex: [0xa0, 0, 0, 0, 0x25, 0x01]
        case .discover: [0xa0, 0, 0, 0x01, 0x52, 0x30, 0x10]
        case .unionPay: [0xa0, 0, 0, 0x03, 0x33, 0x01, 0x01, 0x01]
        case .jcb: [0xa0, 0, 0, 0, 0x65, 0x10, 0x10]
        case .maestro: [0xa0, 0, 0, 0, 0x04, 0x30, 0x60]
        }
    }
}
