/// What the sheet calls the handing over of the goods; a matter of words only.
public enum PKShippingType: UInt, Hashable, Sendable {
    /// Sent by post or parcel service.
    case shipping = 0
    /// Brought, as a pizza is.
    case delivery = 1
    /// Collected by the shopper at a shop.
    case storePickup = 2
    /// Collected by the merchant at the shopper's.
    case servicePickup = 3
}

/// Whether the shopper may change the address. Since iOS 15.
public enum PKShippingContactEditingMode: UInt, Hashable, Sendable {
    /// The shopper chooses.
    case available = 1
    /// The address is the shop's and stays.
    case storePickup = 2

    /// The first name of ``available``.
    public static let enabled = PKShippingContactEditingMode.available
}
