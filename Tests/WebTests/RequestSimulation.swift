import ApplePaySession
import Foundation
import JSON
import PaymentRequest
import PaymentSheet
import World

/// A random page with the Payment Request API and a random shopper before the real sheet, written down step by step,
/// for a browser to do the same with `PaymentRequest`.
///
/// The page speaks in W3C's terms; ``RequestShop`` says the same in Apple Pay's, after WebKit's mapping, for the sheet.
struct RequestSimulation: SheetSimulation {
    typealias Object = PageSimulation.Object

    let randomness: SeededRandomness
    private(set) var steps: [Object] = []
    var shop: RequestShop
    private(set) var sheet: PaymentSheet
    private var open: (ask: PaymentSheet.AskID, question: PaymentSheet.Question)?
    private let seed: UInt64
    private let record: Object
    /// Whether the page listens to `paymentmethodchange`.
    private let hearsMethods: Bool

    init(seed: UInt64) throws {
        self.seed = seed
        randomness = SeededRandomness(seed: seed)
        shop = RequestShop(randomness)
        hearsMethods = randomness.number(below: 4) > 0
        let mapped = shop.applePayRequest
        record = ["page": shop.page, "expected": mapped]
        sheet = PaymentSheet(
            request: try PageRequest.read(
                PageSimulation.json(mapped),
                merchantIdentifier: "merchant.com.example"
            )
            .validated(on: .page),
            shopper: .init(
                card: PageShop.cards[Int(randomness.number(below: 2))],
                shippingContact: PageShop.contact(randomness),
                billingContact: PageShop.contact(randomness)
            ),
            asksForMerchantSession: true
        )
    }

    /// How it ended: the error of the page's promise, or "paid" or "failed".
    private var end = "AbortError"

    /// Runs to the end, and returns the record of it.
    mutating func run() throws -> Object {
        try runToTheEnd()
        return record.merging(
            ["seed": Int(seed), "hearsMethods": hearsMethods, "steps": steps, "end": end]
        ) { _, new in new }
    }

    mutating func handle(_ event: PaymentSheet.Event) throws {
        for action in sheet.handle(event) {
            switch action {
            case .ask(let ask, let question): try pose(question, ask)
            case .finish: open = nil
            default: break
            }
        }
    }

    private mutating func pose(
        _ question: PaymentSheet.Question,
        _ ask: PaymentSheet.AskID
    ) throws {
        open = (ask, question)
        var step: Object = ["ask": try PageSimulation.event(question)]
        if case .shippingMethod(let method) = question { shop.shippingOption = method.identifier }
        if case .authorization = question { step["shippingOption"] = shop.shippingOption }
        let isMethod =
            switch question {
            case .paymentMethod, .couponCode: true
            default: false
            }
        guard isMethod, !hearsMethods else { return steps.append(step) }
        // Where the page does not listen, the details are the answer as they are.
        step["expected"] = shop.applePayUpdate(errors: [])
        steps.append(step)
        try give(shop.applePayUpdate(errors: []), to: ask)
    }

    private mutating func give(_ update: Object, to ask: PaymentSheet.AskID) throws {
        open = nil
        try handle(.updateAnswered(ask, PageRequest.update(PageSimulation.json(update))))
    }

    /// Answers the open question.
    mutating func answer() throws {
        guard let open else { return }
        switch open.question {
        case .merchantSession:
            guard happens(94) else { return try fail(["validate": "lost"], "AbortError") }
            guard happens(96) else { return try fail(["validate": "text"], "TypeError") }
            steps.append(["validate": "session"])
            self.open = nil
            try handle(.updateAnswered(open.ask, .unchanged))
        case .authorization: try respond(open.ask)
        case .paymentMethod, .shippingContact, .shippingMethod, .couponCode:
            guard happens(96) else { return try fail(["answer": "lost"], "AbortError") }
            let update = shop.update()
            guard let errors = shop.take(update, mayHaveErrors: !open.question.isShippingMethod)
            else { return try fail(["answer": update], "TypeError") }
            let mapped = shop.applePayUpdate(
                errors: errors,
                withErrors: !open.question.isShippingMethod
            )
            steps.append(["answer": update, "expected": mapped])
            try give(mapped, to: open.ask)
        }
    }

    /// An answer that ends the request.
    private mutating func fail(_ step: Object, _ error: String) throws {
        end = error
        steps.append(step.merging(["ends": true]) { _, new in new })
        try handle(.dismissed)
    }

    private mutating func respond(_ ask: PaymentSheet.AskID) throws {
        open = nil
        if happens(40) {
            let (errors, mapped) = shop.retryErrors()
            steps.append(["retry": errors, "expected": mapped])
            let result: Object = ["status": 1, "errors": mapped]
            return try handle(
                .authorizationAnswered(
                    ask,
                    PageRequest.authorizationResult(PageSimulation.json(result))
                )
            )
        }
        let isPaid = happens(80)
        end = isPaid ? "paid" : "failed"
        steps.append(["complete": isPaid ? "success" : happens(50) ? "fail" : "unknown"])
        let result = try PageRequest.authorizationResult(
            PageSimulation.json(["status": isPaid ? 0 : 1])
        )
        guard !isPaid else { return try handle(.authorizationAnswered(ask, result)) }
        // A failure without errors ends a page's sheet; that of an app goes on.
        _ = sheet.handle(.authorizationAnswered(ask, result))
        try handle(.dismissed)
    }

    /// A call for which it is the wrong time.
    mutating func mistake() {
        var calls = ["show", "canMakePayment"]
        if case .authorization? = open?.question { calls.append("abort") }
        steps.append(["mistake": calls[Int(number(below: UInt64(calls.count)))]])
    }

    mutating func cancel() throws {
        end = "AbortError"
        steps.append(["cancel": true])
        try handle(open.map { happens(50) ? .answerOverdue($0.ask) : .cancelled } ?? .cancelled)
    }

    /// The page closes the sheet, which it can while it has no payment to complete.
    mutating func abort() throws {
        if case .authorization? = open?.question { return }
        guard !shop.isRetrying else { return }
        end = "AbortError"
        steps.append(["abort": true])
        try handle(.dismissed)
    }
}

extension PaymentSheet.Question {
    fileprivate var isShippingMethod: Bool {
        if case .shippingMethod = self { true } else { false }
    }
}
