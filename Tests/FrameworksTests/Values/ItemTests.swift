import PassKit
import Testing

@Suite("Items of PassKit")
struct ItemTests {
    private static func items() -> [PKPaymentSummaryItem] {
        [
            PKPaymentSummaryItem(label: "Subtotal", amount: NSDecimalNumber(string: "12.75")),
            PKPaymentSummaryItem(label: "Discount", amount: NSDecimalNumber(string: "-2.00")),
            PKPaymentSummaryItem(label: "My Company Name", amount: 10.75, type: .final),
        ]
    }

    @Test func `are equal by content, arrays of them too (mission 7.18)`() {
        #expect(Self.items() == Self.items())
        #expect(Set(Self.items() + Self.items()).count == 3)
        #expect(Self.items()[1].amount == -2)
    }

    @Test func `differ by any of their content, and by kind`() {
        let item = PKPaymentSummaryItem(label: "Fare", amount: 0)
        let others = [
            PKPaymentSummaryItem(label: "Fares", amount: 0),
            PKPaymentSummaryItem(label: "Fare", amount: 1),
            PKPaymentSummaryItem(label: "Fare", amount: 0, type: .pending),
            PKShippingMethod(label: "Fare", amount: 0),
            PKPaymentSummaryItem(),
        ]
        for other in others {
            #expect(item != other)
            #expect(other != item)
        }
        #expect(PKPaymentSummaryItem(label: "", amount: 0) != PKPaymentSummaryItem())
        #expect(!item.isEqual("Fare"))
    }

    @Test func `that are due later differ by when`() {
        let one = PKRecurringPaymentSummaryItem(label: "Club", amount: 5)
        let other = PKRecurringPaymentSummaryItem(label: "Club", amount: 5)
        #expect(one == other)
        other.intervalUnit = .year
        #expect(one != other)
        let reload = PKAutomaticReloadPaymentSummaryItem(label: "Card", amount: 20)
        let again = PKAutomaticReloadPaymentSummaryItem(label: "Card", amount: 20)
        reload.thresholdAmount = 5
        #expect(reload != again)
        again.thresholdAmount = 5
        #expect(reload == again)
        let hotel = PKDeferredPaymentSummaryItem(label: "Hotel", amount: 90)
        hotel.deferredDate = Date(timeIntervalSince1970: 1_800_000_000)
        #expect(hotel != PKDeferredPaymentSummaryItem(label: "Hotel", amount: 90))
        #expect(
            PKDisbursementSummaryItem(label: "Out", amount: 1)
                != PKInstantFundsOutFeeSummaryItem(label: "Out", amount: 1)
        )
    }

    @Test func `of a subclass are made with Apple's initializers`() {
        final class Express: PKShippingMethod {
            var isTracked = true
        }
        let express = Express(label: "Express", amount: 5)
        express.identifier = "express"
        #expect(express.isTracked && express.amount == 5)
        let plain = PKShippingMethod(label: "Express", amount: 5)
        plain.identifier = "express"
        #expect(plain == express && express == plain)
        plain.detail = "1 day"
        #expect(plain != express)
    }

    @Test func `take a number as it is, not as it becomes`() {
        let method = PKShippingMethod(label: "Post", amount: 1111)
        #expect(method.amount.intValue == 1111)
        method.amount = NSDecimalNumber(mantissa: 10, exponent: -2, isNegative: true)
        #expect(method.amount == NSDecimalNumber(string: "-0.10"))
    }

    private static func day(_ month: Int, _ day: Int, calendar: Bool = true) -> DateComponents {
        DateComponents(
            calendar: calendar ? Calendar(identifier: .gregorian) : nil,
            year: 2026,
            month: month,
            day: day
        )
    }

    @Test func `arrive between two days that the calendar has (rules 20)`() throws {
        let range = PKDateComponentsRange(start: Self.day(3, 1), end: Self.day(3, 3))
        #expect(range?.startDateComponents.day == 1 && range?.endDateComponents.day == 3)
        #expect(PKDateComponentsRange(start: Self.day(2, 30), end: Self.day(3, 3)) == nil)
        let withoutCalendar = Self.day(3, 3, calendar: false)
        #expect(PKDateComponentsRange(start: Self.day(3, 1), end: withoutCalendar) == nil)
        let same = PKDateComponentsRange(start: Self.day(3, 1), end: Self.day(3, 3))
        #expect(range == same)
        #expect(range != PKDateComponentsRange(start: Self.day(3, 1), end: Self.day(3, 4)))
        let method = PKShippingMethod(label: "Post", amount: 1)
        method.dateComponentsRange = range
        #expect(method.dateComponentsRange == range)
    }

    @Test func `arrive between the same days after archiving`() throws {
        let range = try #require(
            PKDateComponentsRange(start: Self.day(3, 1), end: Self.day(3, 3))
        )
        let archive = try NSKeyedArchiver.archivedData(
            withRootObject: range,
            requiringSecureCoding: true
        )
        let read = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: PKDateComponentsRange.self,
            from: archive
        )
        #expect(read?.startDateComponents.day == 1 && read?.endDateComponents.day == 3)
        #expect(read == range)
    }
}
