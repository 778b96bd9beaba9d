/// Why shipping methods cannot be distinguished by their identifiers.
///
/// It is advice for an app, where the sheet uses the position, and a violation on a page.
///
/// - Source: Apple's `PKShippingMethod.identifier` is optional, and no page says that the sheet
///   uses it; `ApplePayShippingMethod.identifier` of a page is required. That a page may not repeat
///   one is our rule.
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
            "items \(first) and \(again) of 'shippingMethods' have the same identifier"
        }
    }
}
