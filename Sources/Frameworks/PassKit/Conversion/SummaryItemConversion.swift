internal import Foundation
internal import Money
internal import PaymentRequest
internal import World

extension SummaryItem {
    /// A line as the app states it.
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
    /// What the item's class says about when it is due; nil for at once.
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
    /// A way of shipping as the app states it.
    init(_ method: PKShippingMethod) {
        self.init(
            label: method.statedLabel,
            amount: UncheckedAmount(method.statedAmount),
            detail: method.detail,
            identifier: method.identifier,
            arrival: method.dateComponentsRange.map { ArrivalRange($0) }
        )
    }

    /// Whether this is what a valid request says of it.
    func states(_ method: ValidPaymentRequest.ShippingMethod) -> Bool {
        guard identifier == method.statedIdentifier, label == method.label, detail == method.detail,
            arrival == method.arrival, let decimal = amount.decimal
        else { return false }
        return (try? Money(decimal, in: method.amount.currency)) == method.amount
    }
}
