public import Money
public import PaymentRequest
public import World

extension Recurrence {
    /// The interval as text: `every month`, `每 3 个月`, `каждые 5 месяцев`.
    ///
    /// A multiple of seven days is shown as weeks, because a request can give weeks only as days.
    public func text(in language: Language) -> String {
        let isWeeks = unit == .day && count > 0 && count.isMultiple(of: 7)
        let (unit, count) = isWeeks ? (.week, count / 7) : (unit, count)
        let forms = UnitForms(unit)
        switch language {
        case .english:
            return count == 1 ? "every \(forms.english)" : "every \(count) \(forms.english)s"
        case .chinese:
            return count == 1 ? "每\(forms.chineseAlone)" : "每 \(count) \(forms.chinese)"
        case .russian:
            let number = RussianNumber(count)
            let noun = number.choosing(forms.russian.one, forms.russian.few, forms.russian.many)
            let each = number.choosing(forms.russian.each, "каждые", "каждые")
            return count == 1 ? "\(each) \(noun)" : "\(each) \(count) \(noun)"
        }
    }
}

extension PaymentTiming {
    /// When the amount of a line is due, one text a line.
    ///
    /// - Parameters:
    ///   - currency: The currency of a threshold.
    ///   - language: The language of the text.
    /// - Returns: Empty when a threshold is not a valid amount of the currency.
    public func lines(currency: Currency, in language: Language) -> [String] {
        switch self {
        case .recurring(let recurrence):
            let start = recurrence.start.flatMap { ArrivalDate($0) }
            let end = recurrence.end.flatMap { ArrivalDate($0) }
            return [recurrence.text(in: language)]
                + [
                    start.map { Self.starts.setting($0, in: language) },
                    end.map { Self.ends.setting($0, in: language) },
                ]
                .compactMap(\.self)
        case .deferred(let moment):
            guard let day = moment.flatMap({ ArrivalDate($0) }) else {
                return [Self.chargedLater[language]]
            }
            return [Self.chargedOn.setting(day, in: language)]
        case .automaticReload(let threshold):
            guard let amount = threshold.decimal, let money = try? Money(amount, in: currency)
            else { return [] }
            return [Self.reload[language].replacing("%", with: money.text(in: language))]
        case .disbursement: return [Self.paidOut[language]]
        case .instantFundsOutFee: return [Self.fee[language]]
        }
    }

    private static let starts = LocalizedText("starts on %", "%开始", "начало: %")
    private static let ends = LocalizedText("ends on %", "%结束", "окончание: %")
    private static let chargedOn = LocalizedText("charged on %", "%扣款", "списание: %")
    private static let chargedLater = LocalizedText("charged later", "稍后扣款", "списание позже")
    private static let reload = LocalizedText(
        "when the balance falls below %",
        "余额低于 % 时自动充值",
        "когда на балансе меньше %"
    )
    private static let paidOut = LocalizedText("paid out to you", "付款给您", "выплата вам")
    private static let fee = LocalizedText(
        "fee for an instant payout",
        "即时到账手续费",
        "комиссия за мгновенную выплату"
    )
}

extension DeferredPayment {
    /// Until when cancelling is free; nil when not given.
    ///
    /// - Parameters:
    ///   - language: The language of the text.
    ///   - zone: The payment's time zone; nil for UTC.
    /// - Returns: The text with date and time.
    public func freeCancellationText(
        in language: Language,
        by zone: TimeZoneRules? = nil
    ) -> String? {
        guard let date = freeCancellationDate else { return nil }
        let ahead = zone?.secondsAhead(at: date) ?? 0
        guard let local = date.advanced(bySeconds: Int64(ahead)), let day = ArrivalDate(local),
            let clock = CalendarTime(local)
        else { return nil }
        let time = "\(clock.hour.twoDigits):\(clock.minute.twoDigits)"
        return LocalizedText(
            "Free cancellation until %, \(time) \(Self.name(ofZoneAhead: ahead))",
            "% \(time)（\(Self.name(ofZoneAhead: ahead))）前可免费取消",
            "Бесплатная отмена до %, \(time) \(Self.name(ofZoneAhead: ahead))"
        )
        .setting(day, in: language)
    }

    /// `UTC`, `UTC+1` or `UTC-9:30`.
    private static func name(ofZoneAhead seconds: Int) -> String {
        guard seconds != 0 else { return "UTC" }
        let minutes = seconds.magnitude / 60
        let rest = minutes.isMultiple(of: 60) ? "" : ":\(Int(minutes % 60).twoDigits)"
        return "UTC\(seconds < 0 ? "-" : "+")\(minutes / 60)\(rest)"
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}

/// The forms of a unit of time.
private struct UnitForms {
    private let unit: Recurrence.Unit

    init(_ unit: Recurrence.Unit) { self.unit = unit }

    var english: String {
        switch unit {
        case .minute: "minute"
        case .hour: "hour"
        case .day: "day"
        case .week: "week"
        case .month: "month"
        case .year: "year"
        case .other: "period"
        }
    }

    /// After a number.
    var chinese: String {
        switch unit {
        case .minute: "分钟"
        case .hour: "小时"
        case .day: "天"
        case .week: "周"
        case .month: "个月"
        case .year: "年"
        case .other: "个周期"
        }
    }

    /// After "each", without a number.
    var chineseAlone: String { unit == .month ? "月" : unit == .other ? "周期" : chinese }

    /// "Each" in the accusative, and the forms after 1, 2 and 5.
    var russian: (each: String, one: String, few: String, many: String) {
        switch unit {
        case .minute: ("каждую", "минуту", "минуты", "минут")
        case .hour: ("каждый", "час", "часа", "часов")
        case .day: ("каждый", "день", "дня", "дней")
        case .week: ("каждую", "неделю", "недели", "недель")
        case .month: ("каждый", "месяц", "месяца", "месяцев")
        case .year: ("каждый", "год", "года", "лет")
        case .other: ("каждый", "период", "периода", "периодов")
        }
    }
}
