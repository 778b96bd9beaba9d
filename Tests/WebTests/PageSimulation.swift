import ApplePaySession
import Foundation
import JSON
import PaymentRequest
import PaymentSheet
import World

/// A random page and a random shopper before the real sheet, written down step by step, for a browser to do the same.
///
/// Everything is drawn from the seed. What the page answers is JSON, which the sheet gets through `PageRequest`. An
/// answer that `PageRequest` or the sheet's rules refuse is not given to the sheet: a browser refuses it in the page.
struct PageSimulation: SheetSimulation {
    typealias Object = [String: any Sendable]

    let randomness: SeededRandomness
    private(set) var steps: [Object] = []
    var sheet: PaymentSheet
    var open: (ask: PaymentSheet.AskID, question: PaymentSheet.Question)?
    let seed: UInt64
    let requested: Object
    /// The types of events that the page does not listen to.
    let unheard: Set<String>
    private let version: Int
    private var isClosedByPage = false

    init(seed: UInt64) throws {
        self.seed = seed
        let randomness = SeededRandomness(seed: seed)
        self.randomness = randomness
        requested = PageShop.request(randomness)
        version = 3 + Int(randomness.number(below: 13))
        let selections = [
            "paymentmethodselected", "shippingmethodselected", "shippingcontactselected",
            "couponcodechanged",
        ]
        unheard = Set(selections.filter { _ in randomness.number(below: 5) == 0 })
        let request = try PageRequest.read(
            Self.json(requested),
            merchantIdentifier: "merchant.com.example"
        )
        .validated(on: .page)
        sheet = PaymentSheet(
            request: request,
            shopper: .init(
                card: PageShop.cards[Int(randomness.number(below: 2))],
                shippingContact: PageShop.contact(randomness),
                billingContact: PageShop.contact(randomness)
            ),
            asksForMerchantSession: true
        )
    }

    static func json(_ object: Object) throws -> JSONValue {
        try JSONDocument(Array(JSONSerialization.data(withJSONObject: object))).root
    }

    /// Runs to the end, and returns the record of it.
    mutating func run() throws -> Object {
        try runToTheEnd()
        let isPaid = if case .paid = sheet.outcome { true } else { false }
        return [
            "seed": Int(seed), "version": version, "request": requested,
            "unheard": unheard.sorted(), "steps": steps,
            "isPaid": isPaid,
        ]
    }

    mutating func handle(_ event: PaymentSheet.Event) throws {
        for action in sheet.handle(event) {
            switch action {
            case .ask(let ask, let question):
                open = (ask, question)
                let event = try Self.event(question)
                guard let type = event["type"] as? String else { continue }
                record(["ask": event])
                if unheard.contains(type) {
                    open = nil
                    try handle(.updateAnswered(ask, .unchanged))
                }
            case .finish: open = nil
            default: break
            }
        }
    }

    /// The shopper closes the sheet, or the merchant took too long.
    mutating func cancel() throws {
        record(["cancel": true])
        try handle(open.map { happens(50) ? .answerOverdue($0.ask) : .cancelled } ?? .cancelled)
    }

    mutating func abort() throws {
        record(["abort": true])
        try handle(.dismissed)
    }

    mutating func record(_ step: Object) { steps.append(step) }

    /// The event of a question, as a page gets it.
    static func event(_ question: PaymentSheet.Question) throws -> Object {
        let event = try JSONSerialization.jsonObject(
            with: Data(asked(question).pageEvent.compact.utf8)
        )
        return sendable(event as? [String: Any] ?? [:])
    }

    /// A question as a page gets it, with a token of the simulation's.
    private static func asked(_ question: PaymentSheet.Question) -> AppQuestion {
        switch question {
        case .merchantSession: .merchantSession
        case .paymentMethod(let method): .paymentMethod(method)
        case .shippingContact(let contact): .shippingContact(contact)
        case .shippingMethod(let method): .shippingMethod(method)
        case .couponCode(let code): .couponCode(code)
        case .authorization(let payment):
            .authorization(
                AuthorizedPayment(
                    transactionIdentifier: "token \(payment.token.number)",
                    paymentData: [],
                    details: payment
                )
            )
        }
    }

    private static func sendable(_ value: [String: Any]) -> Object {
        value.mapValues { element in
            switch element {
            case let text as String: text
            case let list as [String]: list
            case let object as [String: Any]: sendable(object)
            default: "\(element)"
            }
        }
    }
}
