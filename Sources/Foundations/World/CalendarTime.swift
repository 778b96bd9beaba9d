/// A moment in the proleptic Gregorian calendar, in UTC.
///
/// - Source: the day arithmetic is the usual era-based one for the proleptic Gregorian calendar
///   (400-year eras of 146,097 days that start on 1 March).
/// - Units: years, months (1 to 12), days (1 to 31), hours, minutes, seconds (0 to 59).
public struct CalendarTime: Hashable, Sendable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, 1 to 31.
    public let day: Int
    /// The hour, 0 to 23.
    public let hour: Int
    /// The minute, 0 to 59.
    public let minute: Int
    /// The second, 0 to 59.
    public let second: Int

    /// A moment from its parts, or nil if the calendar has no such moment.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (1...9999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// A moment from Unix time, or nil outside the years 1 to 9999.
    public init?(_ time: UnixTime) {
        guard (Self.firstSecond...Self.lastSecond).contains(time.seconds) else { return nil }
        let (daysSinceEpoch, secondOfDay) = Self.floorDivision(time.seconds, by: 86_400)
        let shifted = daysSinceEpoch + 719_468
        let (era, dayOfEra) = Self.floorDivision(shifted, by: 146_097)
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = Int(yearOfEra + era * 400 + (month <= 2 ? 1 : 0))
        self.month = Int(month)
        day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
        hour = Int(secondOfDay / 3_600)
        minute = Int(secondOfDay / 60 % 60)
        second = Int(secondOfDay % 60)
    }

    /// The same moment as seconds since the epoch.
    public var unixTime: UnixTime {
        let shiftedYear = Int64(year) - (month <= 2 ? 1 : 0)
        let (era, yearOfEra) = Self.floorDivision(shiftedYear, by: 400)
        let monthFromMarch = Int64(month > 2 ? month - 3 : month + 9)
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + Int64(day) - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return UnixTime(
            seconds: days * 86_400 + Int64(hour) * 3_600 + Int64(minute) * 60 + Int64(second)
        )
    }

    /// The last day of a month.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 4, 6, 9, 11: 30
        case 2: isLeap(year) ? 29 : 28
        default: 31
        }
    }

    private static func isLeap(_ year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    private static let firstSecond: Int64 = -62_135_596_800
    private static let lastSecond: Int64 = 253_402_300_799

    private static func floorDivision(_ value: Int64, by divisor: Int64) -> (Int64, Int64) {
        let remainder = ((value % divisor) + divisor) % divisor
        return ((value - remainder) / divisor, remainder)
    }
}
