internal import Foundation
internal import PaymentRequest
internal import World

/// The ways of shipping that an app has offered in one sheet, so that it is given back its own
/// objects, subclasses included.
///
/// An app may offer new ones from any thread.
final class OfferedShippingMethods: Sendable {
    private let offered: LockedValue<[PKShippingMethod]>

    /// Those of the request.
    init(_ methods: [PKShippingMethod]?) {
        offered = LockedValue([])
        offer(methods ?? [])
    }

    /// Those of an update, besides those before, which the sheet may still show.
    func offer(_ methods: [PKShippingMethod]) {
        offered.withLock { $0.append(contentsOf: methods) }
    }

    /// The app's own object for a way of shipping, the newest; a new one where there is none.
    func object(for method: ValidPaymentRequest.ShippingMethod) -> PKShippingMethod {
        let own = offered.withLock { methods in
            methods.last { ShippingMethod($0).states(method) }
        }
        return own ?? PKShippingMethod(method)
    }
}

extension PKShippingMethod {
    /// A way of shipping as the sheet shows it.
    convenience init(_ method: ValidPaymentRequest.ShippingMethod) {
        self.init(label: method.label, amount: NSDecimalNumber(method.amount))
        identifier = method.statedIdentifier
        detail = method.detail
        dateComponentsRange = method.arrival.flatMap { PKDateComponentsRange($0) }
    }
}
