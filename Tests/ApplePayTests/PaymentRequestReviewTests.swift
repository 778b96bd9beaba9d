import Money
import PaymentRequest
import TestSupport
import Testing

@Suite("A review of a payment request")
struct PaymentRequestReviewTests {
    struct Judgement: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let change: PaymentRequestVector
        let violations, advice: [String]?
        var testDescription: String { name }
    }

    static let judgements = VectorFile<Judgement>.cases(in: "payment-request-review.json")

    @Test(arguments: judgements)
    func `lists every violation and every advice`(vector: Judgement) {
        let review = vector.change.request.review()
        #expect(review.violations.map(\.key) == vector.violations ?? [])
        #expect(review.advice.map(\.key) == vector.advice ?? [])
    }

    @Test(arguments: judgements)
    func `agrees with validation`(vector: Judgement) {
        let request = vector.change.request
        do {
            let valid = try request.validated()
            #expect(request.review().violations.isEmpty)
            #expect(valid.advice == request.review().advice)
            #expect(valid.items.count == request.paymentSummaryItems.count)
            #expect(valid.items.last == valid.totalItem)
        } catch {
            #expect(error.violations == request.review().violations)
            #expect(error.description.hasPrefix("invalid in-app payment request: "))
        }
    }

    @Test func `has every case in the vectors`() {
        let requests =
            Self.judgements.map(\.change.request)
            + PaymentRequestRuleTests.rules.compactMap { $0.change?.request }
        let reviews = requests.flatMap {
            [$0.review(on: .app), $0.review(on: .page), $0.review(admitsZeroTotal: false)]
        }
        let violations = reviews.flatMap(\.violations)
        let advice = reviews.flatMap(\.advice)
        func stems(_ keys: [String]) -> [String] {
            Set(keys.map { key in key.prefix { $0 != " " } }).map(String.init).sorted()
        }
        let problems = violations.compactMap { violation -> String? in
            switch violation {
            case .summaryItemInvalid(_, let problem),
                .typedPayment(_, .billingInvalid(_, let problem)):
                problem.key
            default: nil
            }
        }
        let typed = violations.compactMap { violation -> String? in
            guard case .typedPayment(_, let problem) = violation else { return nil }
            return problem.key
        }
        #expect(stems(typed) == PaymentRequest.TypedPayment.Problem.stems)
        #expect(stems(violations.map(\.key)) == PaymentRequest.Violation.stems)
        #expect(stems(problems) == PaymentRequest.Violation.LineProblem.stems)
        #expect(stems(advice.map(\.key)) == PaymentRequest.Advice.stems)
        #expect(Set(violations.map(\.description)).count == Set(violations).count)
        #expect(Set(advice.map(\.description)).count == Set(advice).count)
    }

    @Test(arguments: ["merchantIdentifier", "countryCode", "currencyCode", "paymentSummaryItems"])
    func `names the property as the log does`(property: String) throws {
        let violations = PaymentRequest().review().violations
        let violation = try #require(violations.first { $0.property == property })
        #expect(violation.description.contains("property '\(property)'"))
    }
}

@Suite("A valid payment request")
struct PaymentRequestValidTests {
    @Test func `charges exactly the last item`() throws {
        var request = PaymentRequestVector.base
        #expect(try request.validated().total == Money(minorUnits: 1075, currency: .usd))
        request.paymentSummaryItems.append(SummaryItem(label: "Shop", amount: .decimal(.zero)))
        #expect(try request.validated().total == .zero(in: .usd))
    }

    @Test func `holds its amounts as money`() throws {
        var request = PaymentRequestVector.base
        request.shippingMethods = [.post]
        let valid = try request.validated()
        #expect(valid.items.map(\.amount.description) == ["12.75 USD", "-2.00 USD", "10.75 USD"])
        #expect(valid.shippingMethods.map(\.amount.minorUnits) == [399])
        #expect(valid.currency == .usd)
    }

    @Test func `is validated again with every update`() throws {
        let valid = try PaymentRequestVector.base.validated()
        let total = SummaryItem(label: "My Company Name", amount: UncheckedAmount(text: "14.74"))
        let updated = try valid.applying(
            RequestUpdate(paymentSummaryItems: [total], shippingMethods: [.post])
        )
        #expect(updated.total.description == "14.74 USD")
        #expect(updated.shippingMethods.map(\.identifier) == ["post"])
        var negative = total
        negative.amount = UncheckedAmount(text: "-0.01")
        let refusal = #expect(throws: InvalidPaymentRequest.self) {
            try valid.applying(RequestUpdate(paymentSummaryItems: [negative]))
        }
        #expect(refusal?.violations == [.totalNegative])
        let page = try PaymentRequestVector.base.validated(on: .page)
        #expect(throws: InvalidPaymentRequest.self) {
            try page.applying(RequestUpdate(shippingMethods: [.post, .post]))
        }
    }

    @Test func `distinguishes an app's shipping methods by position when identifiers do not (8.3)`()
        throws
    {
        var nameless = ShippingMethod.post
        nameless.identifier = nil
        var odd = ShippingMethod.post
        odd.identifier = "#2"
        var request = PaymentRequestVector.base
        request.shippingMethods = [odd, nameless, .post, .post]
        let methods = try request.validated().shippingMethods
        #expect(methods.map(\.identifier) == ["#2", "#2'", "post", "#4"])
        #expect(methods.map(\.statedIdentifier) == ["#2", nil, "post", "post"])
    }

    @Test func `keeps its items where an update has none`() throws {
        var request = PaymentRequestVector.base
        request.shippingMethods = [.post]
        let valid = try request.validated()
        #expect(try valid.applying(.unchanged) == valid)
        #expect(try valid.applying(RequestUpdate(paymentSummaryItems: [])) == valid)
        let nowhere = try valid.applying(RequestUpdate(shippingMethods: []))
        #expect(nowhere.shippingMethods.isEmpty && nowhere.items == valid.items)
    }
}

extension ShippingMethod {
    fileprivate static let post = ShippingMethod(
        label: "Post",
        amount: UncheckedAmount(text: "3.99"),
        identifier: "post"
    )
}
