internal import World

/// A day on which goods arrive, optionally with the hour, in local time at the destination.
///
/// - Source: Apple, PassKit, the components of a `PKDateComponentsRange`; the web's version has no
///   other parts.
public struct ArrivalDate: Hashable, Sendable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month.
    public let day: Int
    /// The hour, 0 to 23; nil when not given.
    public let hour: Int?

    /// Creates a day, or nil when the calendar has no such day.
    public init?(year: Int, month: Int, day: Int, hour: Int? = nil) {
        let isOnTheCalendar =
            CalendarTime(
                year: year,
                month: month,
                day: day,
                hour: hour ?? 0,
                minute: 0,
                second: 0
            ) != nil
        guard isOnTheCalendar else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
    }
}

/// The range of days in which goods arrive.
///
/// - Source: Apple, PassKit, `PKDateComponentsRange`.
public struct ArrivalRange: Hashable, Sendable {
    /// The earliest day; nil when not given.
    public var earliest: ArrivalDate?
    /// The latest day; nil when not given.
    public var latest: ArrivalDate?

    /// Creates a range.
    public init(from earliest: ArrivalDate?, to latest: ArrivalDate?) {
        self.earliest = earliest
        self.latest = latest
    }
}
