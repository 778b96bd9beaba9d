public import World

/// When the amount of a line is due, where it is not due at once; or that it is paid out.
///
/// - Source: Apple, PassKit, the subclasses of `PKPaymentSummaryItem`.
public enum PaymentTiming: Hashable, Sendable {
    /// Again and again; `PKRecurringPaymentSummaryItem`.
    case recurring(Recurrence)
    /// On a later day, which should be stated; `PKDeferredPaymentSummaryItem`.
    case deferred(until: UnixTime?)
    /// Whenever a balance falls below a threshold; `PKAutomaticReloadPaymentSummaryItem`.
    case automaticReload(threshold: UncheckedAmount)
    /// Paid out to the shopper; `PKDisbursementSummaryItem`.
    case disbursement
    /// The fee for a payout that arrives at once; `PKInstantFundsOutFeeSummaryItem`.
    case instantFundsOutFee
}

/// How often a payment comes again, and from when to when.
///
/// - Source: Apple, PassKit, `PKRecurringPaymentSummaryItem`, whose defaults these are: every month
///   from the first payment on, without an end.
public struct Recurrence: Hashable, Sendable {
    /// A measure of time.
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
        /// Weeks, which Apple asks to be stated as days.
        case week
        /// Any other part of a calendar.
        case other

        /// Whether Apple takes the unit.
        ///
        /// - Source: Apple, PassKit, `intervalUnit`.
        public var isSupported: Bool { self != .week && self != .other }
    }

    /// The unit of the interval.
    public var unit: Unit
    /// How many units there are between two payments.
    public var count: Int
    /// When the first payment is due; nil for at once.
    public var start: UnixTime?
    /// When there are no more payments; nil for never.
    public var end: UnixTime?

    /// A payment every so often.
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
