/// The identifiers of an order and of its type. Since iOS 17.
///
/// - Source: Apple, *FinanceKit*, `FullyQualifiedOrderIdentifier`. The text of its description is ours.
public struct FullyQualifiedOrderIdentifier: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The order type identifier.
    public var orderTypeIdentifier: String
    /// The order identifier.
    public var orderIdentifier: String

    /// Creates an identifier.
    public init(orderTypeIdentifier: String, orderIdentifier: String) {
        self.orderTypeIdentifier = orderTypeIdentifier
        self.orderIdentifier = orderIdentifier
    }

    /// Both identifiers.
    public var description: String { "\(orderTypeIdentifier)/\(orderIdentifier)" }
}
