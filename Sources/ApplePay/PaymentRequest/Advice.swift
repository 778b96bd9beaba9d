public import Money

extension PaymentRequest {
    /// What Apple asks of a request without holding anybody to it.
    ///
    /// A request that draws advice still goes through.
    public enum Advice: Hashable, Sendable {
        /// The total is not the sum of the items before it; no sum where it has too many digits
        /// (mission 7.15, 7.22).
        case totalIsNotTheSum(total: Money, sum: Money?)
        /// The total's label should be the company's name (mission 7.16); pages are refused for it.
        case totalLabelEmpty
        /// An item without words.
        case itemLabelEmpty(index: Int)
        /// An amount was made from a floating-point number, which has no cents; make it from text
        /// (mission 7.14, 7.21).
        case amountFromBinaryFraction(index: Int)
        /// A pending item should be zero, because its amount is not shown (mission 7.12).
        case pendingItemHasAmount(index: Int)
        /// More items than a sheet is for (mission 7.9).
        case manyItems(count: Int)
        /// Merchant identifiers begin with `merchant.` (mission 14.9).
        case merchantIdentifierLacksPrefix
        /// The merchant identifier ends with a point (mission 14.9).
        case merchantIdentifierEndsWithPoint
        /// A network that Apple does not name; names are compared letter by letter.
        case networkUnknown(index: Int)
        /// The shipping contact to start from has a name, which the sheet drops.
        case shippingNameNotHonoured
        /// The billing contact to start from has more than an address, which the sheet drops.
        case billingDetailsNotHonoured
        /// The address is the shop's and stays, but the request does not say what it is.
        case pickupAddressMissing
        /// Ways of shipping cannot be told apart by their identifiers.
        case shippingIdentifier(ShippingIdentifierProblem)
        /// Asks for name, address, e-mail and telephone at once; each drives shoppers away
        /// (mission 9.4).
        case asksForEveryContactField
        /// The trade is digital goods, which Apple Pay is not for: sell them in the app
        /// (mission 1.2).
        case digitalGoods

        /// The most items that draw no advice.
        ///
        /// - Source: our choice; Apple says "a small number" and lists five kinds.
        public static let itemLimit = 8

        /// ISO 18245's trades in digital goods.
        public static let digitalGoodsTrades = 5815...5818
    }
}

extension PaymentRequest.Advice: CustomStringConvertible {
    /// One line for the merchant's developer.
    public var description: String {
        switch self {
        case .totalIsNotTheSum(let total, let sum):
            "the total is \(total), but the items before it come to"
                + " \(sum.map(\.description) ?? "more than fits"); the total is charged"
        case .totalLabelEmpty: "the total has no label; it should be the company's name"
        case .itemLabelEmpty(let index): "item \(index) has an empty label"
        case .amountFromBinaryFraction(let index):
            "the amount of item \(index) was made from a floating-point number;"
                + " make it from text, as NSDecimalNumber(string:)"
        case .pendingItemHasAmount(let index):
            "item \(index) is pending, so its amount is not shown; it should be zero"
        case .manyItems(let count):
            "\(count) items; show subtotal, discount, shipping and tax, and the rest elsewhere"
        case .merchantIdentifierLacksPrefix:
            "merchant identifiers begin with 'merchant.'"
        case .merchantIdentifierEndsWithPoint: "the merchant identifier ends with a point"
        case .networkUnknown(let index):
            "network \(index) is none of Apple's; letter case matters"
        case .shippingNameNotHonoured: "the name in the shipping contact is dropped"
        case .billingDetailsNotHonoured:
            "all but the postal address in the billing contact is dropped"
        case .pickupAddressMissing:
            "shippingContactEditingMode is storePickup, and shippingContact has no address to show"
        case .shippingIdentifier(let problem): "\(problem)"
        case .asksForEveryContactField:
            "asks for every contact field; ask for what the order needs"
        case .digitalGoods: "digital goods are to be sold as in-app purchases"
        }
    }
}
