import Money
import PaymentRequest
import Testing
import World

@testable import PassKit

@Suite("Conversion of a typed payment for the device")
struct SeamTypedPaymentTests {
    private static func page() throws -> URL {
        try #require(URL(string: "https://example.org/manage"))
    }

    private static let moment = Date(timeIntervalSince1970: 1_800_000_000.75)

    @Test func `recurs as stated`() throws {
        let billing = PKRecurringPaymentSummaryItem(label: "Club", amount: 5)
        billing.intervalUnit = .day
        billing.intervalCount = 14
        billing.startDate = Self.moment
        let recurring = PKRecurringPaymentRequest(
            paymentDescription: "Membership",
            regularBilling: billing,
            managementURL: try Self.page()
        )
        recurring.billingAgreement = "Until cancelled."
        recurring.tokenNotificationURL = try Self.page()
        recurring.trialBilling = PKRecurringPaymentSummaryItem(label: "Trial", amount: 0)
        let stated = RecurringPayment(recurring)
        #expect(stated.paymentDescription == "Membership")
        #expect(stated.managementURL == "https://example.org/manage")
        #expect(stated.tokenNotificationURL == stated.managementURL)
        #expect(stated.billingAgreement == "Until cancelled.")
        #expect(stated.trialBilling?.timing == .recurring(Recurrence()))
        let start = UnixTime(seconds: 1_800_000_000)
        #expect(
            stated.regularBilling.timing == .recurring(Recurrence(every: 14, .day, from: start))
        )
    }

    @Test func `recurs in the unit of the calendar`() {
        let units: [(NSCalendar.Unit, Recurrence.Unit)] = [
            (.minute, .minute), (.hour, .hour), (.day, .day), (.month, .month), (.year, .year),
            (.weekOfYear, .week), (.second, .other), ([.day, .hour], .other),
        ]
        for (unit, stated) in units { #expect(Recurrence.Unit(unit) == stated) }
    }

    @Test func `reloads below a threshold, which may never have been given`() throws {
        let billing = PKAutomaticReloadPaymentSummaryItem(label: "Card", amount: 20)
        #expect(SummaryItem(billing).timing == .automaticReload(threshold: .missing))
        billing.thresholdAmount = 5
        let reload = PKAutomaticReloadPaymentRequest(
            paymentDescription: "Transit",
            automaticReloadBilling: billing,
            managementURL: try Self.page()
        )
        let stated = AutomaticReloadPayment(reload)
        #expect(
            stated.automaticReloadBilling.timing
                == .automaticReload(threshold: UncheckedAmount(text: "5"))
        )
        #expect(stated.paymentDescription == "Transit" && stated.billingAgreement == nil)
    }

    @Test func `is deferred until a date, which may never have been given`() throws {
        let billing = PKDeferredPaymentSummaryItem(label: "Hotel", amount: 90)
        #expect(SummaryItem(billing).timing == .deferred(until: nil))
        billing.deferredDate = Self.moment
        let deferred = PKDeferredPaymentRequest(
            paymentDescription: "A night",
            deferredBilling: billing,
            managementURL: try Self.page()
        )
        deferred.freeCancellationDate = Self.moment
        deferred.freeCancellationDateTimeZone = TimeZone(identifier: "Asia/Shanghai")
        let stated = DeferredPayment(deferred)
        let time = UnixTime(seconds: 1_800_000_000)
        #expect(stated.deferredBilling.timing == .deferred(until: time))
        #expect(stated.freeCancellationDate == time)
        #expect(stated.freeCancellationTimeZone == "Asia/Shanghai")
    }

    @Test func `is split between several merchants`() {
        let request = PKPaymentRequest()
        request.multiTokenContexts = [
            PKPaymentTokenContext(
                merchantIdentifier: "merchant.com.other",
                externalIdentifier: "7",
                merchantName: "Other",
                merchantDomain: nil,
                amount: 3
            )
        ]
        #expect(
            PaymentRequest(request).tokenContexts == [
                PaymentTokenContext(
                    merchantIdentifier: "merchant.com.other",
                    externalIdentifier: "7",
                    merchantName: "Other",
                    amount: UncheckedAmount(text: "3")
                )
            ]
        )
    }

    @Test func `pays out, with the fee for haste`() {
        let request = PKDisbursementRequest(
            merchantIdentifier: "merchant.com.example",
            currency: Locale.Currency("usd"),
            region: Locale.Region("us"),
            supportedNetworks: [.visa],
            merchantCapabilities: [.threeDSecure, .instantFundsOut],
            summaryItems: [
                PKInstantFundsOutFeeSummaryItem(label: "Fee", amount: -1),
                PKDisbursementSummaryItem(label: "You receive", amount: 9),
            ]
        )
        request.requiredRecipientContactFields = [.emailAddress]
        let stated = PaymentRequest(request)
        #expect(stated.currencyCode == "USD" && stated.countryCode == "US")
        #expect(stated.merchantCapabilities.contains(.instantFundsOut))
        #expect(
            stated.paymentSummaryItems.map(\.timing) == [.instantFundsOutFee, .disbursement]
        )
        #expect(stated.requiredShippingContactFields == [.emailAddress])
    }

    @Test func `counts in whole seconds, and stops at the ends of time`() {
        #expect(UnixTime(Date(timeIntervalSince1970: -0.5)).seconds == -1)
        #expect(UnixTime(Date(timeIntervalSince1970: 1e300)).seconds == .max)
        #expect(UnixTime(Date(timeIntervalSince1970: -.infinity)).seconds == .min)
        #expect(Date(UnixTime(seconds: 7)) == Date(timeIntervalSince1970: 7))
    }

    @Test func `arrives on the same day in any calendar`() throws {
        let start = DateComponents(
            calendar: Calendar(identifier: .buddhist),
            year: 2569,
            month: 3,
            day: 1
        )
        let end = DateComponents(
            calendar: Calendar(identifier: .gregorian),
            year: 2026,
            month: 3,
            day: 3,
            hour: 18
        )
        let range = ArrivalRange(try #require(PKDateComponentsRange(start: start, end: end)))
        #expect(range.earliest == ArrivalDate(year: 2026, month: 3, day: 1))
        #expect(range.latest == ArrivalDate(year: 2026, month: 3, day: 3, hour: 18))
        let back = try #require(PKDateComponentsRange(range))
        #expect(back.endDateComponents.hour == 18 && back.startDateComponents.year == 2026)
        #expect(ArrivalRange(back) == range)
    }
}
