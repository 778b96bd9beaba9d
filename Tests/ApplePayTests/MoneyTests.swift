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
}
