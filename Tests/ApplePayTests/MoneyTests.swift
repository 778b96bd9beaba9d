import Money
import TestSupport
import Testing

@Suite("Money")
struct MoneyTests {
    struct Purchase: Decodable, Sendable, CustomTestStringConvertible {
        let name, currency, total: String
        let items: [String]
        let minorUnits: Int64
        var testDescription: String { name }
    }

    @Test(arguments: VectorFile<Purchase>.cases(in: "money-sums.json"))
    func `adds the items of a purchase exactly`(vector: Purchase) throws {
        let currency = try #require(Currency(code: vector.currency))
        var sum = DecimalAmount.zero
        var total = Money.zero(in: currency)
        for item in vector.items {
            let amount = try DecimalAmount(item)
            sum = try sum.adding(amount)
            total = try total.adding(Money(amount, in: currency))
        }
        #expect(total.description == vector.total)
        #expect(total.minorUnits == vector.minorUnits)
        #expect(try Money(sum, in: currency) == total)
        #expect(try Money(DecimalAmount(total.decimalText), in: currency) == total)
    }

    @Test(arguments: [("0.999", "USD", 3, 2), ("1.5", "JPY", 1, 0), ("1.2345", "KWD", 4, 3)])
    func `refuses digits below the minor unit`(
        text: String,
        code: String,
        given: Int,
        allowed: Int
    ) throws {
        let currency = try #require(Currency(code: code))
        #expect(throws: Money.Failure.tooManyFractionDigits(given: given, allowed: allowed)) {
            try Money(DecimalAmount(text), in: currency)
        }
    }

    @Test func `refuses values that do not fit`() throws {
        #expect(throws: Money.Failure.outOfRange) {
            try Money(DecimalAmount(wholeNumber: .max), in: .usd)
        }
        let greatest = Money(minorUnits: .max, currency: .eur)
        #expect(throws: Money.Failure.outOfRange) {
            try greatest.adding(Money(minorUnits: 1, currency: .eur))
        }
        let least = Money(minorUnits: .min, currency: .usd)
        #expect(least.decimalText == "-92233720368547758.08")
    }

    @Test func `cannot be added to another currency`() {
        #expect(throws: Money.Failure.differentCurrencies(.usd, .cny)) {
            try Money.zero(in: .usd).adding(.zero(in: .cny))
        }
    }

    @Test(
        arguments: [
            Money.Failure.tooManyFractionDigits(given: 3, allowed: 2),
            .differentCurrencies(.usd, .cny), .outOfRange,
        ]
    )
    func `describes a failure`(failure: Money.Failure) {
        #expect(!"\(failure)".isEmpty)
    }
}

@Suite("A currency")
struct MoneyCurrencyTests {
    struct Listed: Decodable, Sendable, CustomTestStringConvertible {
        let code, numeric: String
        let exponent: Int
        var testDescription: String { code }
    }

    @Test(arguments: VectorFile<Listed>.cases(in: "money-currencies.json"))
    func `is found by either code`(vector: Listed) throws {
        let currency = try #require(Currency(code: vector.code))
        #expect(currency.numericCode == vector.numeric)
        #expect(currency.exponent == vector.exponent)
        #expect(Currency(numericCode: vector.numeric) == currency)
    }

    @Test(arguments: ["usd", "Usd", "", "US", "USDX", "ZZZ", "XAU", "XTS", "HRK", "ANG", "840"])
    func `is not found by any other text`(code: String) {
        #expect(Currency(code: code) == nil)
    }

    @Test(arguments: ["36", "0840", "", "999", "959", "USD"])
    func `is not found by any other number`(numericCode: String) {
        #expect(Currency(numericCode: numericCode) == nil)
    }

    @Test func `is listed once with well-formed codes`() {
        #expect(Currency.active.count == 165)
        #expect(Currency.active.map(\.code) == Currency.active.map(\.code).sorted())
        for currency in Currency.active {
            #expect(currency.code.utf8.count == 3 && currency.numericCode.utf8.count == 3)
            #expect((0...4).contains(currency.exponent))
            #expect(Currency(numericCode: currency.numericCode) == currency)
        }
    }

    @Test(arguments: [Currency.usd, .eur, .cny, .jpy])
    func `has a constant that agrees with the list`(currency: Currency) {
        #expect(Currency(code: currency.code) == currency)
    }

    /// From the platforms' pages, and not from ISO 4217.
    private static let platformAmounts: [(AmountUnits, String, units: Int64, minorUnits: Int64?)] =
        [
            (.stripe, "USD", 1_075, 1_075), (.stripe, "JPY", 7, 7), (.stripe, "KRW", 7, 7),
            (.stripe, "KWD", 1_010, 1_010), (.stripe, "KWD", 1_011, nil), (.stripe, "MGA", 7, 700),
            (.stripe, "ISK", 500, 5), (.stripe, "ISK", 550, nil), (.stripe, "UGX", 100, 1),
            (.adyen, "USD", 1_075, 1_075), (.adyen, "KWD", 1_011, 1_011), (.adyen, "JPY", 7, 7),
            (.adyen, "CLP", 700, 7), (.adyen, "CLP", 750, nil), (.adyen, "ISK", 500, 5),
            (.adyen, "CVE", 7, 700), (.adyen, "IDR", 7, 700), (.adyen, "IDR", .max, nil),
            (.checkout, "USD", 1_075, 1_075), (.checkout, "JPY", 7, 7), (.checkout, "CLP", 700, 7),
            (.checkout, "BIF", 7, 7), (.checkout, "KWD", 1_010, 1_010),
            (.checkout, "KWD", 1_011, nil),
            (.checkout, "USD", 999_999_999, 999_999_999), (.checkout, "USD", 1_000_000_000, nil),
        ]

    @Test(arguments: platformAmounts) func `counts in a platform's units`(
        platform: AmountUnits,
        code: String,
        units: Int64,
        minorUnits: Int64?
    ) throws {
        let currency = try #require(Currency(code: code))
        let money = platform.money(units, currency)
        #expect(money?.minorUnits == minorUnits)
        if let money { #expect(platform.units(money) == units) }
    }

    @Test func `has no units for an amount that a platform cannot express`() throws {
        let rupiah = try #require(Currency(code: "IDR"))
        let dinar = try #require(Currency(code: "KWD"))
        #expect(AmountUnits.adyen.units(Money(minorUnits: 1_050, currency: rupiah)) == nil)
        for units in [AmountUnits.stripe, .checkout] {
            #expect(units.units(Money(minorUnits: 1_011, currency: dinar)) == nil)
        }
        #expect(AmountUnits.checkout.units(Money(minorUnits: 1_000_000_000, currency: .usd)) == nil)
        #expect(AmountUnits.adyen.units(Money(minorUnits: .max, currency: .jpy)) == .max)
    }
}
