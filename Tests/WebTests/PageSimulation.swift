import Foundation
import JSON
import PageSession
import PaymentDevice
import PaymentRequest
import PaymentSheet
import World

/// A random page and a random shopper before the real sheet, written down step by step, for a browser to do the same.
///
/// Everything is drawn from the seed. What the page answers is JSON, which the sheet gets through `PageRequest`. An
/// answer that `PageRequest` or the sheet's rules refuse is not given to the sheet: a browser refuses it in the page.
struct PageSimulation {
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
        try handle(.presented)
        for _ in 0..<60 where sheet.outcome == nil { try turn() }
        if sheet.outcome == nil { try cancel() }
        let isPaid = if case .paid = sheet.outcome { true } else { false }
        return [
            "seed": Int(seed), "version": version, "request": requested,
            "unheard": unheard.sorted(), "steps": steps,
            "isPaid": isPaid,
        ]
    }

    private mutating func turn() throws {
        switch sheet.waitsFor {
        case .token(let token): try handle(happens(90) ? .tokenMade(token) : .tokenRefused(token))
        case .pin: if happens(80) { try handle(.enteredPIN) } else { try cancel() }
        case .answer:
            switch number(below: 100) {
            case 0..<70: try answer()
            case 70..<80: mistake()
            case 80..<94: try handle(PageShop.choice(randomness, of: sheet))
            case 94..<97: try cancel()
            default: try abort()
            }
        case nil:
            switch number(below: 100) {
            case 0..<45: try handle(.authorized(total: sheet.request.total))
            case 45..<85: try handle(PageShop.choice(randomness, of: sheet))
            case 85..<94: mistake()
            case 94..<97: try cancel()
            default: try abort()
            }
        }
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

    private mutating func abort() throws {
        record(["abort": true])
        try handle(.dismissed)
    }

    mutating func record(_ step: Object) { steps.append(step) }

    func happens(_ percent: UInt64) -> Bool { number(below: 100) < percent }

    func number(below bound: UInt64) -> UInt64 { randomness.number(below: bound) }

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
