internal import Foundation
internal import PaymentRequest
internal import World

/// The shipping methods that an app has offered in one sheet. The app gets its own objects back,
/// including those of subclasses.
///
/// An app may offer new ones from any thread.
final class OfferedShippingMethods: Sendable {
    private let offered: LockedValue<[PKShippingMethod]>

    /// Creates the list with the methods of the request.
    init(_ methods: [PKShippingMethod]?) {
        offered = LockedValue([])
        offer(methods ?? [])
    }

    /// Adds the methods of an update. The earlier ones are kept, because the sheet may still show
    /// them.
    func offer(_ methods: [PKShippingMethod]) {
        offered.withLock { $0.append(contentsOf: methods) }
    }

    /// The app's own object for a shipping method, the most recent one; a new object where there
    /// is none.
    func object(for method: ValidPaymentRequest.ShippingMethod) -> PKShippingMethod {
        let own = offered.withLock { methods in
            methods.last { ShippingMethod($0).states(method) }
        }
        return own ?? PKShippingMethod(method)
    }
}

extension PKShippingMethod {
    /// A shipping method as the sheet shows it.
    convenience init(_ method: ValidPaymentRequest.ShippingMethod) {
        self.init(label: method.label, amount: NSDecimalNumber(method.amount))
        identifier = method.statedIdentifier
        detail = method.detail
        dateComponentsRange = method.arrival.flatMap { PKDateComponentsRange($0) }
    }
}
