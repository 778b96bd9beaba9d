public import Money

extension PaymentRequest {
    /// A recommendation of Apple's that a request does not follow.
    ///
    /// A request with advice is still valid.
    public enum Advice: Hashable, Sendable {
        /// The total is not the sum of the items before it; nil for a sum with too many digits
        /// (mission 7.15, 7.22).
        case totalIsNotTheSum(total: Money, sum: Money?)
        /// The total is pending, so the sheet shows no amount; Apple's documentation asks for a final
        /// one.
        ///
        /// - Source: PKPaymentSummaryItem, `init(label:amount:type:)`.
        case totalIsPending
        /// The total's label, which should be the company's name, is empty (mission 7.16). On a
        /// page this is a violation.
        case totalLabelEmpty
        /// An item's label is empty.
        case itemLabelEmpty(index: Int)
        /// An amount was created from a floating-point number; create it from text
        /// (mission 7.14, 7.21).
        case amountFromBinaryFraction(index: Int)
        /// A pending item has an amount, which is not shown and should be zero (mission 7.12).
        case pendingItemHasAmount(index: Int)
        /// The request has more than ``itemLimit`` items (mission 7.9).
        case manyItems(count: Int)
        /// The merchant identifier does not begin with `merchant.` (mission 14.9).
        case merchantIdentifierLacksPrefix
        /// The merchant identifier ends with a dot (mission 14.9).
        case merchantIdentifierEndsWithPoint
        /// A network is not one of Apple's names, which are case-sensitive.
        case networkUnknown(index: Int)
        /// The initial shipping contact has a name, which the sheet ignores.
        case shippingNameNotHonoured
        /// The initial billing contact has more than an address, which the sheet ignores.
        case billingDetailsNotHonoured
        /// The request is for store pickup and has no address.
        case pickupAddressMissing
        /// Shipping methods cannot be distinguished by their identifiers.
        case shippingIdentifier(ShippingIdentifierProblem)
        /// The request asks for every contact field; fewer fields lose fewer shoppers
        /// (mission 9.4).
        case asksForEveryContactField
        /// The request asks for a billing contact's e-mail address or telephone number, which it does
        /// not have.
        case billingFieldsNotShown
        /// The merchant category is digital goods, which need In-App Purchase and not Apple Pay
        /// (mission 1.2).
        case digitalGoods

        /// The maximum number of items without advice.
        ///
        /// - Source: our choice; Apple says "a small number" and lists five kinds.
        public static let itemLimit = 8

        /// The merchant category codes of ISO 18245 for digital goods.
        public static let digitalGoodsTrades = 5815...5818
    }
}

extension PaymentRequest.Advice: CustomStringConvertible {
    /// One line for the merchant's developer.
    public var description: String {
        switch self {
        case .totalIsNotTheSum(let total, let sum):
            "the total is \(total), but the items before it add up to"
                + " \(sum?.description ?? "a longer number"); the total is charged"
        case .totalIsPending:
            "the total is pending, so the shopper sees no amount; Apple's documentation asks for a"
                + " final total, and the payment is for the amount of the request"
        case .totalLabelEmpty: "the total has no label; it should be the company's name"
        case .itemLabelEmpty(let index): "item \(index) has an empty label"
        case .amountFromBinaryFraction(let index):
            "the amount of item \(index) was created from a floating-point number;"
                + " create it from text, as NSDecimalNumber(string:)"
        case .pendingItemHasAmount(let index):
            "item \(index) is pending, so its amount is not shown; it should be zero"
        case .manyItems(let count):
            "\(count) items; show subtotal, discount, shipping and tax, and the rest elsewhere"
        case .merchantIdentifierLacksPrefix:
            "merchant identifiers begin with 'merchant.'"
        case .merchantIdentifierEndsWithPoint: "the merchant identifier ends with a dot"
        case .networkUnknown(let index):
            "network \(index) is not one of Apple's names, which are case-sensitive"
        case .shippingNameNotHonoured: "the name in shippingContact is ignored"
        case .billingDetailsNotHonoured:
            "everything but the postal address in billingContact is ignored"
        case .pickupAddressMissing:
            "shippingContactEditingMode is storePickup, and shippingContact has no address to show"
        case .shippingIdentifier(let problem): "\(problem)"
        case .asksForEveryContactField:
            "the request asks for every contact field; ask only for those that the order needs"
        case .billingFieldsNotShown:
            "a billing contact has an address and names only; ask for e-mail and telephone in"
                + " requiredShippingContactFields"
        case .digitalGoods: "digital goods must be sold with In-App Purchase"
        }
    }
}
