public import Foundation

/// A recurring charge. Since iOS 15.
open class PKRecurringPaymentSummaryItem: PKPaymentSummaryItem {
    /// When the first payment is due; nil for immediately.
    open var startDate: Date?

    /// The unit of the interval: minute, hour, day, month or year.
    open var intervalUnit = NSCalendar.Unit.month

    /// The number of units between two payments.
    open var intervalCount = 1

    /// When the payments end; nil for never.
    open var endDate: Date?

    override class var kind: ObjectIdentifier {
        ObjectIdentifier(PKRecurringPaymentSummaryItem.self)
    }

    override var details: [AnyHashable?] {
        [startDate, intervalUnit.rawValue, intervalCount, endDate]
    }
}

/// A line that is charged on a later day. Since iOS 15.
open class PKDeferredPaymentSummaryItem: PKPaymentSummaryItem {
    private var givenDate: Date?

    /// When the payment is due; in the distant past where no day was set, which is a guess.
    open var deferredDate: Date {
        get { givenDate ?? .distantPast }
        set { givenDate = newValue }
    }

    /// When the payment is due, or nil if no day was set.
    var statedDate: Date? {
        givenDate == nil && deferredDate == .distantPast ? nil : deferredDate
    }

    override class var kind: ObjectIdentifier {
        ObjectIdentifier(PKDeferredPaymentSummaryItem.self)
    }

    override var details: [AnyHashable?] { [statedDate] }
}

/// A line that is charged whenever a balance falls below a threshold. Since iOS 16.
open class PKAutomaticReloadPaymentSummaryItem: PKPaymentSummaryItem {
    private var givenThreshold: NSDecimalNumber?

    /// The threshold; zero if none was set.
    open var thresholdAmount: NSDecimalNumber {
        get { givenThreshold ?? .zero }
        set { givenThreshold = newValue.copied }
    }

    /// The threshold, or nil if none was set.
    var statedThreshold: NSDecimalNumber? {
        givenThreshold == nil && thresholdAmount == .zero ? nil : thresholdAmount
    }

    override class var kind: ObjectIdentifier {
        ObjectIdentifier(PKAutomaticReloadPaymentSummaryItem.self)
    }

    override var details: [AnyHashable?] { [statedThreshold?.decimalValue] }
}

/// A line that is paid out to the shopper. Since iOS 17.
open class PKDisbursementSummaryItem: PKPaymentSummaryItem {
    override class var kind: ObjectIdentifier { ObjectIdentifier(PKDisbursementSummaryItem.self) }
}

/// The fee for an instant payout. Since iOS 17.
open class PKInstantFundsOutFeeSummaryItem: PKPaymentSummaryItem {
    override class var kind: ObjectIdentifier {
        ObjectIdentifier(PKInstantFundsOutFeeSummaryItem.self)
    }
}
