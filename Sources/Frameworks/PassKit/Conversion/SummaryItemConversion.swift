internal import Foundation
internal import Money
internal import PaymentRequest
internal import World

extension SummaryItem {
    /// Creates a line from the app's item.
    init(_ item: PKPaymentSummaryItem) {
        self.init(
            label: item.statedLabel,
            amount: UncheckedAmount(item.statedAmount),
            kind: item.type == .pending ? .pending : .final,
            timing: PaymentTiming(of: item)
        )
    }
}

extension PaymentTiming {
    /// When the item is due, according to its class; nil for immediately.
    fileprivate init?(of item: PKPaymentSummaryItem) {
        switch item {
        case let item as PKRecurringPaymentSummaryItem:
            self = .recurring(
                Recurrence(
                    every: item.intervalCount,
                    Recurrence.Unit(item.intervalUnit),
                    from: item.startDate.map { UnixTime($0) },
                    until: item.endDate.map { UnixTime($0) }
                )
            )
        case let item as PKDeferredPaymentSummaryItem:
            self = .deferred(until: item.statedDate.map { UnixTime($0) })
        case let item as PKAutomaticReloadPaymentSummaryItem:
            self = .automaticReload(threshold: UncheckedAmount(item.statedThreshold))
        case is PKDisbursementSummaryItem: self = .disbursement
        case is PKInstantFundsOutFeeSummaryItem: self = .instantFundsOutFee
        default: return nil
        }
    }
}

extension ShippingMethod {
    /// Creates a shipping method from the app's object.
    init(_ method: PKShippingMethod) {
        self.init(
            label: method.statedLabel,
            amount: UncheckedAmount(method.statedAmount),
            detail: method.detail,
            identifier: method.identifier,
            arrival: method.dateComponentsRange.map { ArrivalRange($0) }
        )
    }

    /// Whether the object has the values of this shipping method.
    func states(_ method: ValidPaymentRequest.ShippingMethod) -> Bool {
        guard identifier == method.statedIdentifier, label == method.label, detail == method.detail,
            arrival == method.arrival, let decimal = amount.decimal
        else { return false }
        return (try? Money(decimal, in: method.amount.currency)) == method.amount
    }
}
