/// The outcome of an order that an app offers.
public enum OrderOffer: Hashable, Sendable {
    /// The wallet has it, in place of an older version.
    case added
    /// The person cancelled.
    case cancelled
    /// The wallet has a newer version.
    case newerExisting
    /// The package is not that of an order, or the device has no orders.
    case refused
}
