public import Money

/// How often something is billed: every so many of a unit.
public struct BillingInterval: Hashable, Sendable {
    /// What the interval is counted in.
    public enum Unit: Hashable, Sendable, CaseIterable {
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
    }

    private let unit: CountedUnit
    private let count: Int

    /// An interval. Whole weeks of days are called weeks: no request can state them otherwise.
    public init(every count: Int, _ unit: Unit) {
        if unit == .day, count > 0, count.isMultiple(of: 7) {
            self.unit = .week
            self.count = count / 7
        } else {
            self.unit = CountedUnit(unit)
            self.count = count
        }
    }

    /// The interval in words: `every month`, `每 3 个月`, `каждые 5 месяцев`.
    public func text(in language: Language) -> String {
        switch language {
        case .english:
            count == 1 ? "every \(unit.english)" : "every \(count) \(unit.english)s"
        case .chinese:
            count == 1 ? "每\(unit.chineseAlone)" : "每 \(count) \(unit.chinese)"
        case .russian: russian
        }
    }

    private var russian: String {
        let number = RussianNumber(count)
        let forms = unit.russian
        let noun = number.choosing(forms.one, forms.few, forms.many)
        let each = number.choosing(forms.each, "каждые", "каждые")
        return count == 1 ? "\(each) \(noun)" : "\(each) \(count) \(noun)"
    }
}

/// A unit of time, with its forms.
private enum CountedUnit: Hashable, Sendable {
    case minute, hour, day, week, month, year

    init(_ unit: BillingInterval.Unit) {
        self =
            switch unit {
            case .minute: .minute
            case .hour: .hour
            case .day: .day
            case .month: .month
            case .year: .year
            }
    }

    var english: String {
        switch self {
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        }
    }

    /// After a number.
    var chinese: String {
        switch self {
        case .minute: "分钟"
        case .hour: "小时"
        case .day: "天"
        case .week: "周"
        case .month: "个月"
        case .year: "年"
        }
    }

    /// After "each", without a number.
    var chineseAlone: String { self == .month ? "月" : chinese }

    /// "Each" in the accusative, and the forms after 1, 2 and 5.
    var russian: (each: String, one: String, few: String, many: String) {
        switch self {
        case .minute: ("каждую", "минуту", "минуты", "минут")
        case .hour: ("каждый", "час", "часа", "часов")
        case .day: ("каждый", "день", "дня", "дней")
        case .week: ("каждую", "неделю", "недели", "недель")
        case .month: ("каждый", "месяц", "месяца", "месяцев")
        case .year: ("каждый", "год", "года", "лет")
        }
    }
}

/// A text about a payment that comes later or comes again.
public enum LaterPaymentPhrase: Hashable, Sendable {
    /// So much, so often.
    case recurring(Money, BillingInterval)
    /// The first payment is on this day.
    case starts(CalendarDay)
    /// The last payment is not after this day.
    case ends(CalendarDay)
    /// The whole is charged on this day.
    case chargedOn(CalendarDay)
    /// It costs nothing to cancel before this day is over.
    case freeCancellation(CalendarDay)
    /// So much is added when the balance falls below that much.
    case reload(Money, below: Money)

    /// The text.
    public func text(in language: Language) -> String {
        switch self {
        case .recurring(let amount, let interval):
            let amount = amount.text(in: language)
            let often = interval.text(in: language)
            return language == .chinese ? "\(often) \(amount)" : "\(amount) \(often)"
        case .starts(let day):
            return day.set(into: LocalizedText("Starts on %", "%开始", "Начало: %"), language)
        case .ends(let day):
            return day.set(into: LocalizedText("Ends on %", "%结束", "Окончание: %"), language)
        case .chargedOn(let day):
            return day.set(
                into: LocalizedText("Charged on %", "%扣款", "Списание: %"),
                language
            )
        case .freeCancellation(let day):
            return day.set(
                into: LocalizedText(
                    "Free cancellation until %",
                    "可免费取消，截至%",
                    "Бесплатная отмена до % включительно"
                ),
                language
            )
        case .reload(let amount, let threshold):
            let (amount, threshold) = (amount.text(in: language), threshold.text(in: language))
            switch language {
            case .english: return "\(amount) when the balance falls below \(threshold)"
            case .chinese: return "余额低于 \(threshold) 时自动充值 \(amount)"
            case .russian: return "\(amount), когда на балансе меньше \(threshold)"
            }
        }
    }
}

extension CalendarDay {
    fileprivate func set(into template: LocalizedText, _ language: Language) -> String {
        template[language].replacing("%", with: text(in: language))
    }
}
