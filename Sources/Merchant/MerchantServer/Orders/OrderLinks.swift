public import Bytes
internal import Cryptography
internal import Payments

/// The links by which shoppers see their orders. Each has a code that is derived from a key, so that who knows an
/// order's identifier from a message or a log does not know its link.
public struct OrderLinks: Sendable {
    /// The path of a page.
    static let path: StaticString = "/track/{link}"

    private let key: Secret
    private let origin: String?

    /// Links.
    ///
    /// - Parameters:
    ///   - key: The key from which their codes are derived.
    ///   - origin: The origin at which shoppers reach the server; nil for links without one.
    public init(key: Secret, origin: String?) { (self.key, self.origin) = (key, origin) }

    /// The address of an order's page.
    func address(of order: OrderID) -> String {
        "\(origin ?? "")/track/\(order.text.dropFirst(Self.prefix.count))\(code(of: order))"
    }

    /// The order of a link; nil for a link that was not made with the key.
    func order(of link: String) -> OrderID? {
        guard link.utf8.count == 64, let order = OrderID(Self.prefix + link.prefix(32)) else {
            return nil
        }
        let isRight = constantTimeEqual(Array(link.utf8.suffix(32)), Array(code(of: order).utf8))
        return isRight ? order : nil
    }

    private static let prefix = "order-"

    private func code(of order: OrderID) -> String {
        HMACSHA256(key: key).code(for: Array("page of \(order.text)".utf8))
            .withBytes { Hexadecimal.encode([UInt8](copying: $0.extracting(first: 16))) }
    }
}
