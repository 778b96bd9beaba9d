public import World

/// A day without a time, as a sheet shows it.
public struct CalendarDay: Hashable, Sendable {
    /// The year.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month.
    public let day: Int

    /// The day of a moment.
    public init(of time: CalendarTime) {
        year = time.year
        month = time.month
        day = time.day
    }

    /// The day as people of a language write it: `January 5, 2026`, `2026年1月5日`,
    /// `5 января 2026 г.`
    ///
    /// - Source: Unicode CLDR, the long date formats of `en`, `zh` and `ru`.
    public func text(in language: Language) -> String {
        switch language {
        case .english: "\(Self.englishMonths[month - 1]) \(day), \(year)"
        case .chinese: "\(year)年\(month)月\(day)日"
        case .russian: "\(day) \(Self.russianMonths[month - 1]) \(year)\u{a0}г."
        }
    }

    /// The days from this one to another, in as few words as a language allows.
    ///
    /// - Source: Unicode CLDR, the long date intervals of `en`, `zh` and `ru`.
    public func text(through last: CalendarDay, in language: Language) -> String {
        guard self != last else { return text(in: language) }
        let sameYear = year == last.year
        let sameMonth = sameYear && month == last.month
        switch language {
        case .english:
            let start = "\(Self.englishMonths[month - 1]) \(day)"
            guard sameYear else { return "\(start), \(year) – \(last.text(in: language))" }
            guard sameMonth else { return "\(start) – \(last.text(in: language))" }
            return "\(start) – \(last.day), \(year)"
        case .chinese:
            guard sameYear else { return "\(text(in: language))至\(last.text(in: language))" }
            let end = sameMonth ? "\(last.day)日" : "\(last.month)月\(last.day)日"
            return "\(text(in: language))至\(end)"
        case .russian:
            guard !sameMonth else { return "\(day)—\(last.text(in: language))" }
            let start = "\(day) \(Self.russianMonths[month - 1])"
            let year = sameYear ? "" : " \(year)"
            return "\(start)\(year) — \(last.text(in: language))"
        }
    }

    private static let englishMonths = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    private static let russianMonths = [
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября",
        "октября", "ноября", "декабря",
    ]
}
