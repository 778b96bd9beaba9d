/// Why ways of shipping cannot be told apart by the merchant's own names for them.
///
/// An app is advised: the sheet tells them apart by their place. A page is refused.
///
/// - Source: Apple's `PKShippingMethod.identifier` is optional, and its sheet is not documented to
///   look at it; `ApplePayShippingMethod.identifier` of a page is required. That one given twice is
///   refused on a page is our rule.
public enum ShippingIdentifierProblem: Hashable, Sendable {
    /// A shipping method without an identifier.
    case missing(index: Int)
    /// Two shipping methods with one identifier.
    case repeated(first: Int, again: Int)
}

extension ShippingIdentifierProblem: CustomStringConvertible {
    /// One line for the merchant's developer.
    public var description: String {
        switch self {
        case .missing(let index): "item \(index) of 'shippingMethods' has no identifier"
        case .repeated(let first, let again):
            "items \(first) and \(again) of 'shippingMethods' have one identifier"
        }
    }
}
