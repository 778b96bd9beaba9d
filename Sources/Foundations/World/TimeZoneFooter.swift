/// The rule after the last transition in a time zone file, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
///
/// - Source: POSIX.1-2024, *Environment Variables*, `TZ`, with the hours from -167 to 167 that RFC
///   9636 adds.
struct TimeZoneFooter: Hashable, Sendable {
    private let standard: Int
    private let summer: Summer?

    private struct Summer: Hashable, Sendable {
        let offset: Int
        let start, end: Change
    }

    /// Parses the rule; nil for an empty or invalid text.
    init?(_ text: String) {
        var rest = Substring(text)
        guard Self.takeName(from: &rest), let west = Self.takeTime(from: &rest) else { return nil }
        standard = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard Self.takeName(from: &rest) else { return nil }
        var offset = standard + 3_600
        if rest.first != "," {
            guard let west = Self.takeTime(from: &rest) else { return nil }
            offset = -west
        }
        let changes = rest.dropFirst().split(separator: ",").map { Change($0) }
        guard rest.first == ",", changes.count == 2, let start = changes[0], let end = changes[1]
        else { return nil }
        summer = Summer(offset: offset, start: start, end: end)
    }

    func secondsAhead(at time: UnixTime) -> Int {
        guard let summer, let local = time.advanced(bySeconds: Int64(standard)),
            let year = CalendarTime(local)?.year,
            let start = summer.start.moment(in: year, clocksAhead: standard),
            let end = summer.end.moment(in: year, clocksAhead: summer.offset)
        else { return standard }
        let now = time.seconds
        let isSummer =
            start < end ? (start..<end).contains(now) : !(end..<start).contains(now)
        return isSummer ? summer.offset : standard
    }

    private static func takeName(from rest: inout Substring) -> Bool {
        let name: Substring
        if rest.first == "<" {
            name = rest.prefix { $0 != ">" }
            rest = rest.dropFirst(name.count + 1)
        } else {
            name = rest.prefix { $0.isLetter }
            rest = rest.dropFirst(name.count)
        }
        return name.count >= 3
    }

    /// Parses hours, with optional minutes, seconds and sign.
    fileprivate static func takeTime(from rest: inout Substring) -> Int? {
        let text = rest.prefix { "+-0123456789:".contains($0) }
        rest = rest.dropFirst(text.count)
        let digits = text.drop { "+-".contains($0) }
        let parts = digits.split(separator: ":").map { Int($0) ?? 1_000 }
        guard (1...3).contains(parts.count), parts.allSatisfy({ (0...167).contains($0) }) else {
            return nil
        }
        let seconds = zip(parts, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return text.first == "-" ? -seconds : seconds
    }

    /// A yearly change of the clocks.
    private struct Change: Hashable, Sendable {
        private enum Day: Hashable, Sendable {
            /// The month, the week in it (5 for the last) and the weekday, 0 for Sunday.
            case inMonth(Int, week: Int, weekday: Int)
            /// The day of the year from 1 to 365, without counting 29 February.
            case counted(Int)
            /// The day of the year from 0 to 365.
            case ofYear(Int)
        }

        private let day: Day
        private let time: Int

        init?(_ text: Substring) {
            let parts = text.split(separator: "/", maxSplits: 1)
            guard let first = parts.first else { return nil }
            let numbers = first.drop { "MJ".contains($0) }.split(separator: ".").map {
                Int($0) ?? -1
            }
            guard numbers.allSatisfy({ (0...365).contains($0) }) else { return nil }
            switch (first.first, numbers.count) {
            case ("M", 3):
                guard (1...12).contains(numbers[0]), (1...5).contains(numbers[1]),
                    numbers[2] <= 6
                else { return nil }
                day = .inMonth(numbers[0], week: numbers[1], weekday: numbers[2])
            case ("J", 1) where numbers[0] > 0: day = .counted(numbers[0])
            case (_, 1) where first.first != "M": day = .ofYear(numbers[0])
            default: return nil
            }
            guard parts.count > 1 else {
                time = 7_200
                return
            }
            var rest = parts[1]
            guard let time = TimeZoneFooter.takeTime(from: &rest), rest.isEmpty else { return nil }
            self.time = time
        }

        /// The moment of the change in a year, for clocks with an offset.
        func moment(in year: Int, clocksAhead offset: Int) -> Int64? {
            let start = { (month: Int) in
                CalendarTime(year: year, month: month, day: 1, hour: 0, minute: 0, second: 0)?
                    .unixTime.seconds
            }
            let day: Int64
            switch self.day {
            case .inMonth(let month, let week, let weekday):
                guard let first = start(month) else { return nil }
                // 1970-01-01 was a Thursday.
                let firstWeekday = Int(((first / 86_400 + 4) % 7 + 7) % 7)
                var date = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
                if date >= CalendarTime.days(inMonth: month, of: year) { date -= 7 }
                day = first / 86_400 + Int64(date)
            case .counted(let number):
                guard let first = start(1) else { return nil }
                let isLeap = CalendarTime.days(inMonth: 2, of: year) == 29
                day = first / 86_400 + Int64(number - (isLeap && number >= 60 ? 0 : 1))
            case .ofYear(let number):
                guard let first = start(1) else { return nil }
                day = first / 86_400 + Int64(number)
            }
            return day * 86_400 + Int64(time - offset)
        }
    }
}
