/// The approvals of the last day that has one. Days are of UTC.
package struct DailyUse: Hashable, Sendable {
    /// The number of the day since 1970.
    package private(set) var day: Int64
    /// The number of payments.
    package private(set) var payments: Int64
    /// Their sum. Units: minor units.
    package private(set) var amount: Int64

    /// A day's use; nothing unless given.
    package init(day: Int64 = 0, payments: Int64 = 0, amount: Int64 = 0) {
        self.day = day
        self.payments = payments
        self.amount = amount
    }

    /// The use of a day. Where the clock was set back, the later day counts.
    func on(_ day: Int64) -> DailyUse { day > self.day ? DailyUse(day: day) : self }

    /// Counts a payment.
    mutating func add(_ amount: Int64, on day: Int64) {
        self = on(day)
        payments += 1
        self.amount += amount
    }

    /// Counts a payment no more.
    mutating func remove(_ amount: Int64, on day: Int64) {
        guard day == self.day else { return }
        payments = max(0, payments - 1)
        self.amount = max(0, self.amount - amount)
    }
}
