internal import Money
internal import Storage

/// The sums of a payment's operations, from which its dialect derives the amounts that it states.
package struct PaymentSums: Sendable {
    /// The authorization that was approved; nil where there is none.
    package private(set) var authorization: PlatformOperation?
    /// The capture; nil where there is none.
    package private(set) var capture: PlatformOperation?
    /// Whether an operation is in progress, which excludes any other.
    package private(set) var isBusy = false
    /// The captured amount, in minor units.
    package private(set) var captured: Int64 = 0
    /// The refunded amount, in minor units.
    package private(set) var refunded: Int64 = 0

    init(_ operations: [PlatformOperation]) {
        for operation in operations {
            if operation.state == .inProgress { isBusy = true }
            guard operation.state == .succeeded else { continue }
            switch operation.kind {
            case .authorize: authorization = operation
            case .capture:
                capture = operation
                captured += operation.amount.minorUnits
            case .release: break
            case .refund: refunded += operation.amount.minorUnits
            }
        }
    }

    /// The amount that can still be paid back, in minor units.
    package var refundable: Int64 { captured - refunded }
}

extension Queryable<PlatformFailure> where Self: ~Copyable {
    func sums(of payment: String) throws(PlatformFailure) -> PaymentSums {
        PaymentSums(try operations(of: payment))
    }
}
