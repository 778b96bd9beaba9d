import Foundation
import Money
import PaymentRequest
import SheetView
import Testing
import World

/// Amounts and dates are compared with CLDR in Foundation.
@Suite("Amounts, days and numbers on the sheet")
struct SheetWordingNumberTests {
    private static func locale(_ language: Language) -> Locale {
        switch language {
        case .english: Locale(identifier: "en_US")
        case .chinese: Locale(identifier: "zh_Hans_CN")
        case .russian: Locale(identifier: "ru_RU")
        }
    }

    private static let amounts: [Int64] = [
        0, 1, 5, 99, 100, -200, 1_075, 99_999, 100_000, -1_234_567, 123_456_789, .max, .min,
    ]

    @Test(arguments: Currency.active)
    func `are amounts in the formats of CLDR`(currency: Currency) throws {
        for language in Language.allCases {
            let style = Decimal.FormatStyle.Currency(
                code: currency.code,
                locale: Self.locale(language)
            )
            .precision(.fractionLength(currency.exponent))
            for units in Self.amounts {
                let money = Money(minorUnits: units, currency: currency)
                let decimal = try #require(Decimal(string: money.decimalText))
                #expect(money.text(in: language) == decimal.formatted(style))
            }
        }
    }

    @Test func `are formatted as in these examples`() {
        func texts(_ units: Int64, _ currency: Currency) -> [String] {
            Language.allCases.map { Money(minorUnits: units, currency: currency).text(in: $0) }
        }
        #expect(texts(1_075, .usd) == ["$10.75", "US$10.75", "10,75\u{a0}$"])
        #expect(texts(-200, .usd) == ["-$2.00", "-US$2.00", "-2,00\u{a0}$"])
        #expect(texts(2_990, .cny) == ["CN¥29.90", "¥29.90", "29,90\u{a0}CN¥"])
        #expect(texts(1_000, .jpy) == ["¥1,000", "JP¥1,000", "1\u{a0}000\u{a0}¥"])
    }

    private static func day(_ text: String) throws -> ArrivalDate {
        let time = try #require(UnixTime(iso8601: text).flatMap { CalendarTime($0) })
        return try #require(ArrivalDate(year: time.year, month: time.month, day: time.day))
    }

    private static func date(_ text: String) throws -> Date {
        let time = try #require(UnixTime(iso8601: text))
        return Date(timeIntervalSince1970: TimeInterval(time.seconds))
    }

    @Test(arguments: 1...12)
    func `are dates in the formats of CLDR`(month: Int) throws {
        let text = "2026-\(month < 10 ? "0" : "")\(month)-05"
        let zone = try #require(TimeZone(identifier: "UTC"))
        for language in Language.allCases {
            let style = Date.FormatStyle(
                date: .long,
                time: .omitted,
                locale: Self.locale(language),
                calendar: Calendar(identifier: .gregorian),
                timeZone: zone
            )
            let expected = try Self.date(text).formatted(style)
            #expect(Self.plain(try Self.day(text).text(in: language)) == Self.plain(expected))
        }
    }

    @Test(arguments: ["2026-03-07", "2026-04-01", "2027-01-03"])
    func `are date ranges in the formats of CLDR`(last: String) throws {
        let zone = try #require(TimeZone(identifier: "UTC"))
        let span = try Self.date("2026-03-05")..<Self.date(last)
        for language in Language.allCases {
            let style = Date.IntervalFormatStyle(
                date: .long,
                time: .omitted,
                locale: Self.locale(language),
                calendar: Calendar(identifier: .gregorian),
                timeZone: zone
            )
            let ours = try Self.day("2026-03-05").text(through: Self.day(last), in: language)
            #expect(Self.plain(ours) == Self.plain(span.formatted(style)))
        }
    }

    @Test func `do not repeat a day`() throws {
        let day = try Self.day("2026-03-05")
        #expect(day.text(through: day, in: .english) == "March 5, 2026")
    }

    /// Versions of CLDR differ in the kinds of spaces.
    private static func plain(_ text: String) -> String {
        String(text.map { $0.isWhitespace ? " " : $0 })
    }

    private static let counts: [(Int, String)] = [
        (1, "каждый месяц"), (2, "каждые 2 месяца"), (4, "каждые 4 месяца"),
        (5, "каждые 5 месяцев"), (11, "каждые 11 месяцев"), (12, "каждые 12 месяцев"),
        (14, "каждые 14 месяцев"), (21, "каждый 21 месяц"), (22, "каждые 22 месяца"),
        (111, "каждые 111 месяцев"), (101, "каждый 101 месяц"),
    ]

    @Test(arguments: counts)
    func `take the Russian plural form`(count: Int, text: String) {
        #expect(Recurrence(every: count, .month).text(in: .russian) == text)
    }

    private static let recurrences: [(Recurrence, [String])] = [
        (Recurrence(every: 1, .month), ["every month", "每月", "каждый месяц"]),
        (Recurrence(every: 3, .month), ["every 3 months", "每 3 个月", "каждые 3 месяца"]),
        (Recurrence(every: 6, .month), ["every 6 months", "每 6 个月", "каждые 6 месяцев"]),
        (Recurrence(every: 7, .day), ["every week", "每周", "каждую неделю"]),
        (Recurrence(every: 14, .day), ["every 2 weeks", "每 2 周", "каждые 2 недели"]),
        (Recurrence(every: 10, .day), ["every 10 days", "每 10 天", "каждые 10 дней"]),
        (Recurrence(every: 21, .minute), ["every 21 minutes", "每 21 分钟", "каждую 21 минуту"]),
        (Recurrence(every: 5, .year), ["every 5 years", "每 5 年", "каждые 5 лет"]),
        (Recurrence(every: 1, .hour), ["every hour", "每小时", "каждый час"]),
    ]

    @Test(arguments: recurrences)
    func `describe intervals`(recurrence: Recurrence, texts: [String]) {
        #expect(Language.allCases.map { recurrence.text(in: $0) } == texts)
    }

    @Test func `describe when amounts are due`() throws {
        let moment = try #require(UnixTime(iso8601: "2026-03-05T16:00:00Z"))
        let timings: [PaymentTiming] = [
            .recurring(Recurrence(every: 1, .month, from: moment, until: moment)),
            .deferred(until: moment), .deferred(until: nil),
            .automaticReload(threshold: UncheckedAmount(text: "5.00")), .disbursement,
        ]
        func lines(_ language: Language) -> [String] {
            timings.flatMap { $0.lines(currency: .usd, in: language) }.map(Self.plain)
        }
        #expect(
            lines(.english) == [
                "every month", "starts on March 5, 2026", "ends on March 5, 2026",
                "charged on March 5, 2026", "charged later",
                "when the balance falls below $5.00", "paid out to you",
            ]
        )
        #expect(
            lines(.chinese) == [
                "每月", "2026年3月5日开始", "2026年3月5日结束", "2026年3月5日扣款", "稍后扣款",
                "余额低于 US$5.00 时自动充值", "付款给您",
            ]
        )
        #expect(
            lines(.russian) == [
                "каждый месяц", "начало: 5 марта 2026 г.", "окончание: 5 марта 2026 г.",
                "списание: 5 марта 2026 г.", "списание позже", "когда на балансе меньше 5,00 $",
                "выплата вам",
            ]
        )
    }

    private static let cancellations: [(ends: String, zone: String?, texts: [String])] = [
        (
            "2026-03-05T16:00:00Z", nil,
            [
                "Free cancellation until March 5, 2026, 16:00 UTC",
                "2026年3月5日 16:00（UTC）前可免费取消", "Бесплатная отмена до 5 марта 2026 г., 16:00 UTC",
            ]
        ),
        (
            "2026-12-31T23:30:00Z", "<+0530>-5:30",
            [
                "Free cancellation until January 1, 2027, 05:00 UTC+5:30",
                "2027年1月1日 05:00（UTC+5:30）前可免费取消",
                "Бесплатная отмена до 1 января 2027 г., 05:00 UTC+5:30",
            ]
        ),
        (
            "2026-07-01T03:59:00Z", "EST5EDT,M3.2.0,M11.1.0",
            [
                "Free cancellation until June 30, 2026, 23:59 UTC-4",
                "2026年6月30日 23:59（UTC-4）前可免费取消",
                "Бесплатная отмена до 30 июня 2026 г., 23:59 UTC-4",
            ]
        ),
    ]

    @Test(arguments: cancellations)
    func `show the end of free cancellation in the payment's time zone`(
        ends: String,
        zone: String?,
        texts: [String]
    ) throws {
        let payment = DeferredPayment(
            paymentDescription: "A module",
            deferredBilling: SummaryItem(label: "A module", amount: .missing),
            managementURL: "https://example.com",
            freeCancellationDate: UnixTime(iso8601: ends),
            freeCancellationTimeZone: zone
        )
        let rules = try zone.map { try #require(TimeZoneRules(tzif: Self.file(withFooter: $0))) }
        let told = Language.allCases.map { payment.freeCancellationText(in: $0, by: rules) }
        #expect(told.map { $0.map(Self.plain) } == texts)
    }

    /// A file of time zone information without transitions.
    private static func file(withFooter footer: String) -> [UInt8] {
        func header(types: UInt8, characters: UInt8) -> [UInt8] {
            var bytes = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 39)
            (bytes[39], bytes[43]) = (types, characters)
            return bytes
        }
        let type: [UInt8] = [0, 0, 0, 0, 0, 0]
        return header(types: 0, characters: 0) + header(types: 1, characters: 1) + type + [0]
            + Array("\n\(footer)\n".utf8)
    }

    @Test func `describe when goods arrive`() throws {
        let (first, last) = (try Self.day("2026-03-05"), try Self.day("2026-03-07"))
        let ranges = [
            ArrivalRange(from: first, to: last), ArrivalRange(from: first, to: nil),
            ArrivalRange(from: nil, to: last),
        ]
        #expect(
            ranges.map { $0.text(in: .chinese) } == [
                "2026年3月5日至7日", "2026年3月5日起", "不晚于2026年3月7日",
            ]
        )
        #expect(ranges.map { $0.text(in: .english) }.last == "By March 7, 2026")
        #expect(ArrivalRange(from: nil, to: nil).text(in: .russian) == nil)
    }
}
