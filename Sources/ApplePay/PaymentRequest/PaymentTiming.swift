public import World

/// When the amount of a line is due if not immediately, or that it is paid out.
///
/// - Source: Apple, PassKit, the subclasses of `PKPaymentSummaryItem`.
public enum PaymentTiming: Hashable, Sendable {
    /// Repeatedly; `PKRecurringPaymentSummaryItem`.
    case recurring(Recurrence)
    /// On a later day, which should be given; `PKDeferredPaymentSummaryItem`.
    case deferred(until: UnixTime?)
    /// Whenever a balance falls below a threshold; `PKAutomaticReloadPaymentSummaryItem`.
    case automaticReload(threshold: UncheckedAmount)
    /// Paid out to the shopper; `PKDisbursementSummaryItem`.
    case disbursement
    /// The fee for an instant payout; `PKInstantFundsOutFeeSummaryItem`.
    case instantFundsOutFee
}

/// How often a payment recurs, with start and end.
///
/// - Source: Apple, PassKit, `PKRecurringPaymentSummaryItem`, whose defaults these are: every month
///   from the first payment, without an end.
public struct Recurrence: Hashable, Sendable {
    /// A unit of time.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// Minutes.
        case minute
        /// Hours.
        case hour
        /// Days.
        case day
        /// Months.
        case month
        /// Years.
        case year
        /// Weeks; Apple requires them as days.
        case week
        /// Any other calendar component.
        case other

        /// Whether Apple supports the unit.
        ///
        /// - Source: Apple, PassKit, `intervalUnit`.
        public var isSupported: Bool { self != .week && self != .other }
    }

    /// The unit of the interval.
    public var unit: Unit
    /// The number of units between two payments.
    public var count: Int
    /// When the first payment is due; nil for immediately.
    public var start: UnixTime?
    /// When the payments end; nil for never.
    public var end: UnixTime?

    /// Creates a recurrence.
    public init(
        every count: Int = 1,
        _ unit: Unit = .month,
        from start: UnixTime? = nil,
        until end: UnixTime? = nil
    ) {
        self.unit = unit
        self.count = count
        self.start = start
        self.end = end
    }
}
