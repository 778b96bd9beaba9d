import Bytes
import Cryptography
import HTTPClient
import HTTPMessages
import JSON
import PlatformProcessors
import World

/// Stripe as its reference reads, as far as a processor uses it, behind a network that loses requests and
/// answers. It keeps the first answer to an idempotency key for a day, a 500 too. A refund that failed may be made up to
/// an hour later.
final class SimulatedStripe: SimulatedPlatform {
    struct Intent {
        let id: String
        let amount: Int64
        let metadata: [String: String]
        let created: Int64
        var status = "requires_payment_method"
        var received: Int64 = 0
        var refunded: Int64 = 0
        var isDeclined = false
        var customer: String?
        /// The payment method that was stored with it.
        var stored: String?

        var key: String { metadata["idempotency_key"] ?? "" }
    }

    struct Refund {
        let id: String
        let intent: String
        let amount: Int64
        let key: String?
        var status = "succeeded"
        /// The key that it was asked for with; the planted bug loses the other one.
        var asked: String?
    }

    struct Books {
        var intents: [String: Intent] = [:]
        var refunds: [Refund] = []
        var tokens: [String: Bool] = [:]
        var customers = 0
        /// The customers of payment methods.
        var methods: [String: String] = [:]
        var answers: [String: (body: [UInt8], answer: HTTPResponse, at: Int64)] = [:]
        var requests: [(method: String, path: String, form: [String: String], key: String?)] = []
        var counts: [String: Int] = [:]
        /// Refunds that failed and are made later.
        var late: [(form: [String: String], at: Int64)] = []
    }

    static let platform = PaymentPlatform.stripe
    let lossPercent = LockedValue<UInt64>(0)
    let declines = LockedValue(false)
    /// Whether no connection can be made.
    let isUnreachable = LockedValue(false)
    let bug: SimulatedBug?
    private let clock: any WallClock
    private let seed: UInt64
    private let books = LockedValue(Books())

    init(seed: UInt64, clock: SimulatedClock, bug: SimulatedBug?) {
        (self.seed, self.clock, self.bug) = (seed, clock, bug)
    }

    var record: Books {
        books.withLock { books in
            pass(&books)
            return books
        }
    }

    private func pass(_ books: inout Books) {
        let due = books.late.filter { $0.at <= clock.now.seconds }
        books.late.removeAll { $0.at <= clock.now.seconds }
        for late in due { _ = refund(late.form, &books) }
    }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse {
        if isUnreachable.withLock({ $0 }) { throw .notSent(.connectionFailed) }
        let loss = lossPercent.withLock { $0 }
        let chance = chance(of: request)
        if chance.happens(loss) {
            throw chance.happens(50) ? .notSent(.connectionFailed) : .mayHaveBeenSent(.timedOut)
        }
        let reply = books.withLock { answer(request, &$0, loss, chance) }
        guard !chance.happens(loss) else { throw .mayHaveBeenSent(.connectionLost) }
        return reply
    }

    /// The chances of a request follow from the seed and the request: some are made at the same time.
    private func chance(of request: HTTPClientRequest) -> SeededRandomness {
        let key = request.fields["Idempotency-Key"]?.text ?? ""
        let name = "\(request.method.name) \(request.url) \(key)"
        let digest = books.withLock { books in
            books.counts[name, default: 0] += 1
            return SHA256.digest("\(seed) \(books.counts[name] ?? 0) \(name)")
        }
        return SeededRandomness(seed: digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }

    private func answer(
        _ request: HTTPClientRequest,
        _ books: inout Books,
        _ loss: UInt64,
        _ chance: SeededRandomness
    ) -> HTTPResponse {
        pass(&books)
        let target = request.url.split(separator: "/v1/", maxSplits: 1).last.map(String.init) ?? ""
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        var key = request.fields["Idempotency-Key"]?.text
        let form = Self.form(
            request.method == .post
                ? String(decoding: request.body, as: UTF8.self) : parts.dropFirst().first ?? ""
        )
        if bug == .newKeyOnRetry || bug == .refundsTwice && parts[0] == "refunds" {
            key = key.map { "\($0)-\(chance.number(below: .max))" }
        }
        books.requests.append((request.method.name, parts[0], form, key))
        let now = clock.now.seconds
        if chance.happens(loss / 4) { return Self.error(.tooManyRequests, "rate_limit") }
        guard let key, request.method == .post else {
            return act(request.method, parts[0], form, &books)
        }
        if let earlier = books.answers[key], now - earlier.at < 86_400 {
            guard earlier.body == request.body else {
                return Self.error(.badRequest, "idempotency_error")
            }
            var kept = earlier.answer
            kept.fields["Idempotent-Replayed"] = "true"
            return kept
        }
        let fails = chance.happens(loss / 2)
        // A failure before or after the work, or before the work is done later; its answer is kept in all cases.
        if fails, chance.happens(50) {
            if parts[0] == "refunds", chance.happens(50) {
                books.late.append((form, now + Int64(chance.number(below: 3_600))))
            }
            let failure = Self.error(.internalServerError, "api_error")
            books.answers[key] = (request.body, failure, now)
            return failure
        }
        var answer = act(request.method, parts[0], form, &books)
        if fails { answer = Self.error(.internalServerError, "api_error") }
        if answer.status.code != 429 { books.answers[key] = (request.body, answer, now) }
        return answer
    }

    private func act(
        _ method: HTTPMethod,
        _ path: String,
        _ form: [String: String],
        _ books: inout Books
    ) -> HTTPResponse {
        let steps = path.split(separator: "/").map(String.init)
        switch (method, steps.first, steps.count) {
        case (.post, "tokens", 1):
            let id = "tok_\(books.tokens.count + 1)"
            books.tokens[id] = true
            return Self.ok(.object(["id": .string(id), "object": "token"]))
        case (.post, "customers", 1):
            books.customers += 1
            return Self.ok(
                .object(["id": .string("cus_\(books.customers)"), "object": "customer"])
            )
        case (.post, "payment_intents", 1): return create(form, &books)
        case (.post, "payment_intents", 2):
            books.intents[steps[1]]?.customer = form["customer"]
            return books.intents[steps[1]].map { Self.ok(Self.json($0)) }
                ?? Self.error(.notFound, "resource_missing")
        case (.get, "payment_intents", 1):
            let (from, to) = (
                Int64(form["created[gte]"] ?? "") ?? 0, Int64(form["created[lte]"] ?? "")
            )
            let found = books.intents.values.filter {
                $0.created >= from && $0.created <= to ?? .max
            }
            return Self.list(found.sorted { $0.id > $1.id }.map { Self.json($0) }, form)
        case (.get, "payment_intents", 2):
            guard let intent = books.intents[steps[1]] else {
                return Self.error(.notFound, "resource_missing")
            }
            return Self.ok(Self.json(intent))
        case (.post, "payment_intents", 3):
            guard var intent = books.intents[steps[1]] else {
                return Self.error(.notFound, "resource_missing")
            }
            let answer = change(&intent, steps[2], form, &books)
            books.intents[intent.id] = intent
            return answer ?? Self.ok(Self.json(intent))
        case (.post, "refunds", 1): return refund(form, &books)
        case (.get, "refunds", 1):
            let found = books.refunds.filter { $0.intent == form["payment_intent"] }
            return Self.list(found.reversed().map { Self.json($0) }, form)
        default: return Self.error(.notFound, "resource_missing")
        }
    }

    private func create(_ form: [String: String], _ books: inout Books) -> HTTPResponse {
        var metadata: [String: String] = [:]
        for (name, value) in form where name.hasPrefix("metadata[") {
            metadata[String(name.dropFirst(9).dropLast())] = value
        }
        let intent = Intent(
            id: "pi_\(books.intents.count + 1)",
            amount: Int64(form["amount"] ?? "") ?? 0,
            metadata: metadata,
            created: clock.now.seconds
        )
        books.intents[intent.id] = intent
        return Self.ok(Self.json(intent))
    }

    /// Changes an intent; nil where that is the answer.
    private func change(
        _ intent: inout Intent,
        _ step: String,
        _ form: [String: String],
        _ books: inout Books
    ) -> HTTPResponse? {
        switch (step, intent.status) {
        case ("confirm", "requires_payment_method"):
            let token = form["payment_method_data[card][token]"] ?? ""
            let method = form["payment_method"]
            let isOwn = method.map { books.methods[$0] == intent.customer }
            guard isOwn ?? (books.tokens.removeValue(forKey: token) != nil) else {
                return Self.error(.badRequest, "resource_missing", intent)
            }
            if declines.withLock({ $0 }) {
                intent.isDeclined = true
                return Self.error(.paymentRequired, "card_declined", intent)
            }
            intent.status = "requires_capture"
            if form["setup_future_usage"] != nil, let customer = intent.customer {
                intent.stored = "pm_\(books.methods.count + 1)"
                books.methods["pm_\(books.methods.count + 1)"] = customer
            }
            return nil
        case ("capture", "requires_capture"):
            let amount = Int64(form["amount_to_capture"] ?? "") ?? intent.amount
            guard amount <= intent.amount else {
                return Self.error(.badRequest, "amount_too_large", intent)
            }
            (intent.status, intent.received) = ("succeeded", amount)
            return nil
        case ("cancel", "requires_payment_method"), ("cancel", "requires_capture"):
            intent.status = "canceled"
            return nil
        default:
            return Self.error(.badRequest, "payment_intent_unexpected_state", intent)
        }
    }

    private func refund(_ form: [String: String], _ books: inout Books) -> HTTPResponse {
        let id = form["payment_intent"] ?? ""
        guard var intent = books.intents[id] else {
            return Self.error(.notFound, "resource_missing")
        }
        let left = intent.received - intent.refunded
        let amount = Int64(form["amount"] ?? "") ?? left
        guard amount <= left, amount > 0 else {
            return Self.error(.badRequest, "charge_already_refunded")
        }
        intent.refunded += amount
        books.intents[id] = intent
        let refund = Refund(
            id: "re_\(books.refunds.count + 1)",
            intent: id,
            amount: amount,
            key: bug == .refundsTwice ? nil : form["metadata[idempotency_key]"],
            asked: form["metadata[idempotency_key]"]
        )
        books.refunds.append(refund)
        return Self.ok(Self.json(refund))
    }
}

// What people do in the dashboard.
extension SimulatedStripe {
    var hasRefundedTwice: Bool {
        let asked = record.refunds.compactMap(\.asked)
        return Set(asked).count < asked.count
    }

    var payments: [SimulatedPayment] {
        record.intents.values.map { intent in
            let state: SimulatedPayment.State =
                switch intent.status {
                case "requires_capture": .held
                case "succeeded": .captured
                case "canceled": .released
                default: .open
                }
            return SimulatedPayment(
                id: intent.id,
                key: intent.key,
                state: state,
                received: intent.received,
                refunded: intent.refunded
            )
        }
    }

    func inDashboard(_ id: String, _ act: SimulatedPayment.Act) {
        books.withLock { books in
            guard var intent = books.intents[id] else { return }
            switch act {
            case .capture: (intent.status, intent.received) = ("succeeded", intent.amount)
            case .release: intent.status = "canceled"
            case .refund(let amount):
                intent.refunded += amount
                books.refunds.append(
                    .init(id: "re_\(books.refunds.count + 1)", intent: id, amount: amount, key: nil)
                )
            }
            books.intents[id] = intent
        }
    }

    /// The bank of the card does not take the last refund, days after it was made.
    func failRefund() {
        books.withLock { books in
            guard let refund = books.refunds.last else { return }
            books.refunds[books.refunds.count - 1].status = "failed"
            books.intents[refund.intent]?.refunded -= refund.amount
        }
    }
}

extension SimulatedStripe {
    private static func list(_ objects: [JSONOutput], _ form: [String: String]) -> HTTPResponse {
        // Pages of one, so that a reader that reads one page only is seen.
        var rest = objects[...]
        if let after = form["starting_after"] {
            let text = JSONOutput.string(after).compact
            rest = rest.drop { !$0.compact.contains("\"id\":\(text)") }.dropFirst()
        }
        return ok(
            .object([
                "object": "list", "data": .array(Array(rest.prefix(1))),
                "has_more": .bool(rest.count > 1),
            ])
        )
    }

    private static func ok(_ json: JSONOutput) -> HTTPResponse {
        HTTPResponse(.ok, body: json.compactBytes)
    }

    private static func error(
        _ status: HTTPStatus,
        _ code: String,
        _ intent: Intent? = nil
    ) -> HTTPResponse {
        let isCard = status == .paymentRequired
        return HTTPResponse(
            status,
            body: JSONOutput.object([
                "error": .object([
                    "type": .string(isCard ? "card_error" : "invalid_request_error"),
                    "code": .string(code),
                    "decline_code": isCard ? "insufficient_funds" : nil,
                    "payment_intent": intent.map { json($0) },
                ])
            ]).compactBytes
        )
    }
}
