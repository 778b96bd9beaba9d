/// How the goods reach the shopper. Only the sheet's wording depends on it.
public enum PKShippingType: UInt, Hashable, Sendable {
    /// Shipped by a carrier.
    case shipping = 0
    /// Delivered by the merchant.
    case delivery = 1
    /// Picked up by the shopper at a store.
    case storePickup = 2
    /// Picked up by the merchant at the shopper's address.
    case servicePickup = 3
}

/// Whether the shopper may change the address. Since iOS 15.
public enum PKShippingContactEditingMode: UInt, Hashable, Sendable {
    /// The shopper can change the address.
    case available = 1
    /// The address is the store's and cannot be changed.
    case storePickup = 2

    /// The first name of ``available``.
    public static let enabled = PKShippingContactEditingMode.available
}
