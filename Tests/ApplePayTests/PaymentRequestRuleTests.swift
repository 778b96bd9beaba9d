import PaymentRequest
import TestSupport
import Testing

@Suite("The rules about a payment request")
struct PaymentRequestRuleTests {
    struct Rule: Decodable, Sendable, CustomTestStringConvertible {
        let row: Int
        let name: String
        let change: PaymentRequestVector?
        let decidedBy, interfaces: String?
        let violations, page, old, log: [String]?
        var testDescription: String { "row \(row): \(name)" }
    }

    static let rules = VectorFile<Rule>.cases(in: "payment-request-rules.json")
    static let rulesOfARequest = rules.filter { $0.change != nil }

    @Test func `are all in the table`() {
        #expect(Set(Self.rules.map(\.row)).sorted() == Array(1...24))
        #expect(Self.rules.filter { $0.change == nil }.map(\.row) == [1, 20, 21])
        #expect(Self.rules.allSatisfy { ($0.change == nil) == ($0.decidedBy != nil) })
        #expect(Set(Self.rules.filter { $0.interfaces != nil }.map(\.row)) == [19, 22, 23])
    }

    @Test(arguments: rulesOfARequest)
    func `refuse an app's request and a page's`(rule: Rule) throws {
        let request = try #require(rule.change?.request)
        let expected = rule.violations ?? []
        #expect(request.review(on: .app).violations.map(\.key) == expected)
        #expect(request.review(on: .page).violations.map(\.key) == rule.page ?? expected)
    }

    @Test(arguments: rulesOfARequest)
    func `refuse the same before iOS 12, and a total of zero`(rule: Rule) throws {
        let request = try #require(rule.change?.request)
        let review = request.review(admitsZeroTotal: false)
        #expect(review.violations.map(\.key) == rule.old ?? rule.violations ?? [])
    }

    @Test(arguments: rulesOfARequest)
    func `are described with Apple's log texts if known`(rule: Rule) throws {
        let request = try #require(rule.change?.request)
        do {
            _ = try request.validated()
            #expect(rule.log == nil)
        } catch {
            let log = rule.log ?? []
            #expect(Array(error.underlyingTexts.prefix(log.count)) == log)
            #expect(error.underlyingTexts.last == error.firstViolation.description)
        }
    }

    @Test func `produce an error in Apple's form`() {
        let refusal = #expect(throws: InvalidPaymentRequest.self) {
            try PaymentRequest().validated()
        }
        #expect(InvalidPaymentRequest.domain == "PKPassKitErrorDomain")
        #expect(InvalidPaymentRequest.code == 1)
        #expect(InvalidPaymentRequest.text == "Invalid in-app payment request")
        #expect(refusal?.underlyingTexts.isEmpty == false)
    }

    @Test(
        arguments: [
            (2024, 2, 29, 0, true), (2026, 2, 29, 0, false), (2026, 11, 31, 0, false),
            (2026, 13, 1, 0, false), (2026, 11, 21, 23, true), (2026, 11, 21, 24, false),
            (0, 1, 1, 0, false),
        ]
    )
    func `reject an arrival day that is not in the calendar, row 20`(
        year: Int,
        month: Int,
        day: Int,
        hour: Int,
        isDate: Bool
    ) {
        let date = ArrivalDate(year: year, month: month, day: day, hour: hour)
        #expect((date != nil) == isDate)
    }
}

@Suite("A typed payment")
struct PaymentRequestTypedTests {
    static let subscription = RecurringPayment(
        paymentDescription: "A box a month",
        regularBilling: SummaryItem(
            label: "Box",
            amount: UncheckedAmount(text: "9.99"),
            timing: .recurring(Recurrence())
        ),
        billingAgreement: "You pay every month.",
        managementURL: "https://shop.example/manage"
    )

    private func subscribed() throws -> ValidPaymentRequest {
        var request = PaymentRequestVector.base
        request.recurringPayment = Self.subscription
        return try request.validated()
    }

    @Test func `can change in an update except its billing agreement`() throws {
        var update = RequestUpdate()
        var dearer = Self.subscription
        dearer.regularBilling.amount = UncheckedAmount(text: "10.99")
        update.recurringPayment = dearer
        let changed = try subscribed().applying(update)
        #expect(changed.request.recurringPayment == dearer)
        for terms in ["You pay every week.", nil] {
            update.recurringPayment?.billingAgreement = terms
            let refusal = #expect(throws: InvalidPaymentRequest.self) {
                try subscribed().applying(update)
            }
            #expect(
                refusal?.violations == [.typedPayment(.recurring, .billingAgreementChanged)]
            )
        }
    }

    @Test func `cannot get a second one in an update`() throws {
        var update = RequestUpdate()
        update.tokenContexts = [
            PaymentTokenContext(
                merchantIdentifier: "merchant.com.hotel",
                externalIdentifier: "h-1",
                merchantName: "Hotel",
                amount: UncheckedAmount(text: "1")
            )
        ]
        let refusal = #expect(throws: InvalidPaymentRequest.self) {
            try subscribed().applying(update)
        }
        #expect(
            refusal?.violations == [.typedPayment(.tokenContexts, .conflicts(with: .recurring))]
        )
        let alone = try PaymentRequestVector.base.validated().applying(update)
        #expect(alone.request.tokenContexts == update.tokenContexts)
    }

    @Test func `is checked by the rules of its interface`() throws {
        let wordless = SummaryItem(label: "", amount: UncheckedAmount(text: "1"))
        let update = RequestUpdate(paymentSummaryItems: [wordless])
        let (app, page) = (
            try PaymentRequestVector.base.validated(),
            try PaymentRequestVector.base.validated(on: .page)
        )
        #expect(try app.applying(update).advice == [.totalLabelEmpty])
        let refusal = #expect(throws: InvalidPaymentRequest.self) { try page.applying(update) }
        #expect(refusal?.violations == [.totalLabelEmpty])
    }

    @Test func `never describes an order's authentication token`() {
        let order = OrderDetails(
            orderTypeIdentifier: "order.com.example",
            orderIdentifier: "12345",
            webServiceURL: "https://shop.example/orders",
            authenticationToken: "let-me-in"
        )
        var dumped = ""
        dump(AuthorizationResult(.success, orderDetails: order), to: &dumped)
        #expect(!"\(order) \(String(reflecting: order)) \(dumped)".contains("let-me-in"))
        #expect(dumped.contains("12345"))
    }
}
