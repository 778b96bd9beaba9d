public import PaymentRequest
public import World

extension ArrivalDate {
    /// The date in a language, with the hour when given: `January 5, 2026`, `2026年1月5日`,
    /// `5 января 2026 г.`
    ///
    /// - Source: Unicode CLDR, the long date formats of `en`, `zh` and `ru`.
    public func text(in language: Language) -> String {
        dayText(in: language) + hourText(in: language)
    }

    /// The range of days from this one through another, in its shortest form.
    ///
    /// - Source: Unicode CLDR, the long date intervals of `en`, `zh` and `ru`.
    public func text(through last: ArrivalDate, in language: Language) -> String {
        guard self != last else { return text(in: language) }
        guard hour == nil, last.hour == nil else {
            return "\(text(in: language)) – \(last.text(in: language))"
        }
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

    /// The UTC day of a time; nil outside the calendar's years.
    public init?(_ time: UnixTime) {
        guard let time = CalendarTime(time) else { return nil }
        self.init(year: time.year, month: time.month, day: time.day)
    }

    private func dayText(in language: Language) -> String {
        switch language {
        case .english: "\(Self.englishMonths[month - 1]) \(day), \(year)"
        case .chinese: "\(year)年\(month)月\(day)日"
        case .russian: "\(day) \(Self.russianMonths[month - 1]) \(year)\u{a0}г."
        }
    }

    private func hourText(in language: Language) -> String {
        guard let hour else { return "" }
        let time = "\(hour < 10 ? "0" : "")\(hour):00"
        return language == .chinese ? " \(time)" : ", \(time)"
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

extension ArrivalRange {
    /// When the goods arrive; nil when no day is given.
    public func text(in language: Language) -> String? {
        switch (earliest, latest) {
        case (let first?, let last?): first.text(through: last, in: language)
        case (let first?, nil): Self.from.setting(first, in: language)
        case (nil, let last?): Self.by.setting(last, in: language)
        case (nil, nil): nil
        }
    }

    private static let from = LocalizedText("From %", "%起", "С %")
    private static let by = LocalizedText("By %", "不晚于%", "Не позднее %")
}

extension LocalizedText {
    /// The text with its percent sign replaced by a date.
    func setting(_ day: ArrivalDate, in language: Language) -> String {
        self[language].replacing("%", with: day.text(in: language))
    }
}
