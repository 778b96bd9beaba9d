import Money
import TestSupport
import Testing

@Suite("A decimal amount")
struct MoneyDecimalTests {
    struct Reading: Decodable, Sendable, CustomTestStringConvertible {
        enum Refusal: Decodable, Sendable {
            case outOfRange
            case notADecimal(offset: Int)

            init(from decoder: any Decoder) throws {
                let value = try decoder.singleValueContainer()
                let offset = try? value.decode(Int.self)
                self = offset.map { .notADecimal(offset: $0) } ?? .outOfRange
            }

            var failure: DecimalAmount.Failure {
                switch self {
                case .outOfRange: .outOfRange
                case .notADecimal(let offset): .notADecimal(offset: offset)
                }
            }
        }

        let text: String
        let shortest: String?
        let refused: Refusal?
        var testDescription: String { text }
    }

    @Test(arguments: VectorFile<Reading>.cases(in: "money-decimals.json"))
    func `parses strict text and prints the shortest`(vector: Reading) {
        let outcome = Result { () throws(DecimalAmount.Failure) in try DecimalAmount(vector.text) }
        switch outcome {
        case .success(let amount): #expect(amount.description == vector.shortest)
        case .failure(let failure): #expect(failure == vector.refused?.failure)
        }
    }

    @Test func `can be created from mantissa, exponent and sign as in the samples`() throws {
        let discount = try DecimalAmount(mantissa: 10, exponent: -2, isNegative: true)
        #expect(discount == (try DecimalAmount("-0.1")))
        let price = try DecimalAmount(mantissa: 100, exponent: 0, isNegative: false)
        #expect(price.description == "100")
        let thousand = try DecimalAmount(mantissa: 1, exponent: 3, isNegative: false)
        #expect(thousand.description == "1000")
    }

    @Test(
        arguments: [(1, 19), (.max, 0), (1, -19), (1, .max), (1, -.max)] as [(UInt64, Int)]
    )
    func `refuses parts that do not fit`(mantissa: UInt64, exponent: Int) {
        #expect(throws: DecimalAmount.Failure.outOfRange) {
            try DecimalAmount(mantissa: mantissa, exponent: exponent, isNegative: false)
        }
    }

    @Test func `represents the limits of its range`() throws {
        let least = try DecimalAmount(mantissa: 1 << 63, exponent: 0, isNegative: true)
        #expect(least.mantissa == .min)
        let nothing = try DecimalAmount(mantissa: 0, exponent: -200, isNegative: true)
        #expect(nothing == .zero && !nothing.isNegative)
    }

    @Test func `takes five percent off without a rounding error`() throws {
        let price = try DecimalAmount("0.42")
        let discount = try price.multiplied(by: DecimalAmount("0.05"))
        #expect(discount.description == "0.021")
        #expect(try price.subtracting(discount).description == "0.399")
    }

    @Test func `refuses a sum, difference and product that do not fit`() throws {
        let greatest = DecimalAmount(wholeNumber: .max)
        let atom = try DecimalAmount("0.000000000000000001")
        #expect(throws: DecimalAmount.Failure.outOfRange) {
            try greatest.adding(DecimalAmount(wholeNumber: 1))
        }
        #expect(throws: DecimalAmount.Failure.outOfRange) { try greatest.adding(atom) }
        #expect(throws: DecimalAmount.Failure.outOfRange) {
            try DecimalAmount(wholeNumber: .min).subtracting(DecimalAmount(wholeNumber: 1))
        }
        #expect(throws: DecimalAmount.Failure.outOfRange) { try greatest.multiplied(by: greatest) }
        #expect(throws: DecimalAmount.Failure.outOfRange) { try atom.multiplied(by: atom) }
    }

    @Test func `is ordered by value and not by digits`() throws {
        let texts = ["-9223372036854775808", "-0.1", "0", "0.01", "0.1", "10", "12.75"]
        let amounts = try texts.map { text in try DecimalAmount(text) }
        #expect(amounts.shuffled().sorted() == amounts)
        #expect(DecimalAmount(wholeNumber: .max) > (try DecimalAmount("0.999999999999999999")))
    }

    @Test(arguments: [DecimalAmount.Failure.notADecimal(offset: 3), .outOfRange])
    func `describes a failure`(failure: DecimalAmount.Failure) {
        #expect(!"\(failure)".isEmpty)
    }
}
