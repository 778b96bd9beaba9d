internal import Foundation
internal import PaymentRequest
internal import World

extension UnixTime {
    /// The second that contains a date; clamped to the representable range.
    init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.init(seconds: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max))
    }
}

extension Date {
    init(_ time: UnixTime) { self.init(timeIntervalSince1970: Double(time.seconds)) }
}

extension ArrivalDate {
    /// The day of date components in the Gregorian calendar; nil if they do not determine one.
    init?(_ components: DateComponents) {
        guard let stated = components.gregorian, let year = stated.year,
            let month = stated.month, let day = stated.day
        else { return nil }
        self.init(year: year, month: month, day: day, hour: stated.hour)
    }
}

extension DateComponents {
    /// The day of an arrival, in the Gregorian calendar.
    init(_ arrival: ArrivalDate) {
        self.init(
            calendar: Calendar(identifier: .gregorian),
            year: arrival.year,
            month: arrival.month,
            day: arrival.day,
            hour: arrival.hour
        )
    }

    fileprivate var gregorian: DateComponents? {
        guard let calendar, calendar.identifier != .gregorian else { return self }
        guard let date = calendar.date(from: self) else { return nil }
        var gregorian = Calendar(identifier: .gregorian)
        gregorian.timeZone = timeZone ?? calendar.timeZone
        let parts: Set<Calendar.Component> = [.year, .month, .day]
        return gregorian.dateComponents(hour == nil ? parts : parts.union([.hour]), from: date)
    }
}

extension ArrivalRange {
    init(_ range: PKDateComponentsRange) {
        self.init(
            from: ArrivalDate(range.startDateComponents),
            to: ArrivalDate(range.endDateComponents)
        )
    }
}

extension PKDateComponentsRange {
    convenience init?(_ range: ArrivalRange) {
        guard let earliest = range.earliest, let latest = range.latest else { return nil }
        self.init(start: DateComponents(earliest), end: DateComponents(latest))
    }
}

extension Recurrence.Unit {
    init(_ unit: NSCalendar.Unit) {
        switch unit {
        case .minute: self = .minute
        case .hour: self = .hour
        case .day: self = .day
        case .month: self = .month
        case .year: self = .year
        case .weekOfYear, .weekOfMonth: self = .week
        default: self = .other
        }
    }
}
