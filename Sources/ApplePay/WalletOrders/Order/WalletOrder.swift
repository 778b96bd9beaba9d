internal import JSON
package import World

/// An order as Apple's Wallet shows it, with the members of `order.json` that its receivers ask for.
package struct WalletOrder: Sendable {
    package let orderTypeIdentifier: String
    package let orderIdentifier: String
    package let updatedAt: UnixTime
    package let webServiceURL: String?
    package let authenticationToken: String?

    /// The order of a JSON in which no fault was found; nil for another one.
    init?(_ order: JSONValue) {
        guard let type = order.member("orderTypeIdentifier")?.string,
            let identifier = order.member("orderIdentifier")?.string,
            let time = order.member("updatedAt")?.string.flatMap(UnixTime.init(rfc3339:))
        else { return nil }
        (orderTypeIdentifier, orderIdentifier, updatedAt) = (type, identifier, time)
        webServiceURL = order.member("webServiceURL")?.string
        authenticationToken = order.member("authenticationToken")?.string
    }

    package enum Status: String, CaseIterable, Sendable { case open, completed, cancelled }

    /// The cost of an order, and how it is paid.
    package enum Payment {
        package enum Status: String, CaseIterable, Sendable {
            case pending, authorized, paid, refunded, declined, voided
        }
    }

    /// A shipment.
    package enum ShippingFulfillment {
        package enum Status: String, CaseIterable, Sendable {
            case open, processing, onTheWay, outForDelivery, delivered, shipped, issue, cancelled
        }

        package enum ShippingType: String, CaseIterable, Sendable { case shipping, delivery }
    }

    /// A pickup.
    package enum PickupFulfillment {
        package enum Status: String, CaseIterable, Sendable {
            case open, processing, readyForPickup, pickedUp, issue, cancelled
        }
    }

    /// A return of goods.
    package enum Return {
        package enum Status: String, CaseIterable, Sendable {
            case open, onTheWay, processing, issue, completed, cancelled
        }
    }
}
