import HTTPClient
import HTTPMessages
import JSON
import PlatformProcessors
import World

/// Checkout.com as its documentation reads, as far as a processor uses it, behind a network that loses and delays
/// requests and loses answers. It keeps the key of a request that it did for a day, and of no other; a request
/// that failed may have been done. Captures, voids and refunds are done up to a minute after they were accepted.
final class SimulatedCheckout: SimulatedPlatform {
    struct Action {
        let id: String
        let type: String
        let amount: Int64
        let reference: String?
        let doneAt: Int64
        let isApproved: Bool
        var isDone = false
    }

    struct Payment {
        let id: String
        let key: String
        let amount: Int64
        let isDeclined: Bool
        let createdAt: Int64
        var actions: [Action] = []
        var isVoided = false

        func total(_ type: String, isDone: Bool = true) -> Int64 {
            actions.filter { $0.type == type && $0.isApproved && ($0.isDone || !isDone) }
                .reduce(0) { $0 + $1.amount }
        }

        var status: String {
            let (captured, refunded) = (total("Capture"), total("Refund"))
            if isDeclined { return "Declined" }
            if isVoided { return captured > 0 ? "Partially Captured" : "Voided" }
            if refunded > 0 { return refunded < captured ? "Partially Refunded" : "Refunded" }
            if captured > 0 { return captured < amount ? "Partially Captured" : "Captured" }
            return "Authorized"
        }
    }

    private struct Books {
        var payments: [Payment] = []
        var answers: [String: (answer: HTTPResponse, at: Int64)] = [:]
        var late: [(request: HTTPClientRequest, at: Int64)] = []
        var actionCount = 0
    }

    static let platform = PaymentPlatform.checkout
    let lossPercent = LockedValue<UInt64>(0)
    let declines = LockedValue(false)
    private let bug: SimulatedBug?
    private let clock: SimulatedClock
    private let randomness: SeededRandomness
    private let books = LockedValue(Books())

    init(seed: UInt64, clock: SimulatedClock, bug: SimulatedBug?) {
        (randomness, self.clock, self.bug) = (SeededRandomness(seed: seed), clock, bug)
    }

    /// Keys that do no good are seen only where lists are late too: a processor looks before it repeats.
    private func isListed(_ time: Int64, _ late: SimulatedBug) -> Bool {
        bug != late || clock.now.seconds - time >= 600
    }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse {
        let loss = lossPercent.withLock { $0 }
        if randomness.happens(loss) {
            if randomness.happens(50) { throw .notSent(.connectionFailed) }
            clock.advance(bySeconds: 10)
            // Some of what is lost arrives when its sender does not wait any more.
            if request.url.hasSuffix("/payments"), randomness.happens(50) {
                let at = clock.now.seconds + Int64(randomness.number(below: 1_000))
                books.withLock { $0.late.append((request, at)) }
            }
            throw .mayHaveBeenSent(.timedOut)
        }
        let reply = books.withLock { books in
            pass(&books)
            return answer(request, &books, loss)
        }
        if randomness.happens(loss) { throw .mayHaveBeenSent(.connectionLost) }
        return reply
    }

    /// Does what is due: late requests, and actions that were accepted.
    private func pass(_ books: inout Books) {
        let now = clock.now.seconds
        let due = books.late.filter { $0.at <= now }
        books.late.removeAll { $0.at <= now }
        for late in due { _ = answer(late.request, &books, 0) }
        for place in books.payments.indices {
            for number in books.payments[place].actions.indices
            where books.payments[place].actions[number].doneAt <= now {
                let action = books.payments[place].actions[number]
                books.payments[place].actions[number].isDone = true
                if action.type == "Void", action.isApproved {
                    books.payments[place].isVoided = true
                }
            }
        }
    }

    private func answer(
        _ request: HTTPClientRequest,
        _ books: inout Books,
        _ loss: UInt64
    ) -> HTTPResponse {
        var key = request.fields["Cko-Idempotency-Key"]?.text
        let isRefund = request.url.hasSuffix("/refunds")
        if bug == .newKeyOnRetry || bug == .refundsTwice && isRefund {
            key = key.map { "\($0)-\(randomness.number(below: .max))" }
        }
        if randomness.happens(loss / 4) { return HTTPResponse(.tooManyRequests) }
        let now = clock.now.seconds
        if let key, let known = books.answers[key], now - known.at < 86_400 { return known.answer }
        let fails = randomness.happens(loss / 2)
        let failure = HTTPResponse(.internalServerError)
        if fails, randomness.happens(50) { return failure }
        let answer = act(request, &books)
        if fails { return failure }
        if let key, (200..<300).contains(answer.status.code) { books.answers[key] = (answer, now) }
        return answer
    }

    private func act(_ request: HTTPClientRequest, _ books: inout Books) -> HTTPResponse {
        let target = request.url.split(separator: "/", maxSplits: 2).last.map(String.init) ?? ""
        let parts = target.split(separator: "?", maxSplits: 1)
        let steps = parts[0].split(separator: "/").map(String.init)
        let body = try? JSONDocument(request.body).root
        switch (request.method, steps.count) {
        case (.post, 1): return authorize(body, &books)
        case (.get, 1):
            let query = parts.dropFirst().first ?? ""
            let reference = query.split(separator: "=").last.map(String.init)
            let found = books.payments.filter {
                $0.key == reference && isListed($0.createdAt, .newKeyOnRetry)
            }.reversed()
            return .init(
                .ok,
                body: JSONOutput.object(["data": .array(found.map(Self.json))]).compactBytes
            )
        default: break
        }
        guard let place = books.payments.firstIndex(where: { $0.id == steps[1] })
        else { return HTTPResponse(.notFound) }
        if request.method == .get {
            let payment = books.payments[place]
            let json = steps.count == 2 ? Self.json(payment) : .array(actions(payment))
            return .init(.ok, body: json.compactBytes)
        }
        let reference = body?.member("reference")?.string
        let type = ["captures": "Capture", "voids": "Void", "refunds": "Refund"][steps.last ?? ""]
        let amount = body?.member("amount")?.integer
        guard let type else { return HTTPResponse(.notFound) }
        return accept(type, amount, reference, &books.payments[place], &books.actionCount)
    }

    private func authorize(_ body: JSONValue?, _ books: inout Books) -> HTTPResponse {
        let payment = Payment(
            id: "pay_\(books.payments.count + 1)",
            key: body?.member("reference")?.string ?? "",
            amount: body?.member("amount")?.integer ?? 0,
            isDeclined: declines.withLock { $0 },
            createdAt: clock.now.seconds
        )
        books.payments.append(payment)
        return HTTPResponse(.created, body: Self.json(payment).compactBytes)
    }

    private func accept(
        _ type: String,
        _ amount: Int64?,
        _ reference: String?,
        _ payment: inout Payment,
        _ count: inout Int
    ) -> HTTPResponse {
        let captured = payment.total("Capture", isDone: type == "Refund")
        let isVoiding = payment.actions.contains { $0.type == "Void" && $0.isApproved }
        let left: Int64 =
            type == "Refund"
            ? captured - payment.total("Refund", isDone: false)
            : payment.isDeclined || isVoiding ? 0 : payment.amount - captured
        guard left > 0 else { return HTTPResponse(.forbidden) }
        guard amount ?? left <= left else { return HTTPResponse(.unprocessableContent) }
        count += 1
        let delay = randomness.happens(50) ? 0 : Int64(randomness.number(below: 60))
        let action = Action(
            id: "act_\(count)",
            type: type,
            amount: amount ?? left,
            reference: reference,
            doneAt: clock.now.seconds + delay,
            isApproved: type == "Void" || !randomness.happens(lossPercent.withLock { $0 } / 4)
        )
        payment.actions.append(action)
        if delay == 0 {
            payment.actions[payment.actions.count - 1].isDone = true
            if type == "Void" { payment.isVoided = true }
        }
        return HTTPResponse(
            .accepted,
            body: JSONOutput.object(["action_id": .string(action.id)]).compactBytes
        )
    }

    // MARK: The simulation's view

    var payments: [SimulatedPayment] {
        books.withLock { books in
            pass(&books)
            return books.payments.map { payment in
                SimulatedPayment(
                    id: payment.id,
                    key: payment.key,
                    state: payment.isDeclined
                        ? .open
                        : payment.total("Capture") > 0
                            ? .captured : payment.isVoided ? .released : .held,
                    received: payment.total("Capture"),
                    refunded: payment.total("Refund")
                )
            }
        }
    }

    var hasRefundedTwice: Bool {
        books.withLock { books in
            let asked = books.payments.flatMap(\.actions)
                .filter { $0.type == "Refund" && $0.isApproved }.compactMap(\.reference)
            return Set(asked).count < asked.count
        }
    }

    func inDashboard(_ id: String, _ act: SimulatedPayment.Act) {
        books.withLock { books in
            pass(&books)
            guard let place = books.payments.firstIndex(where: { $0.id == id }) else { return }
            let (type, amount): (String, Int64?) =
                switch act {
                case .capture: ("Capture", nil)
                case .release: ("Void", nil)
                case .refund(let amount): ("Refund", amount)
                }
            if type != "Refund", !books.payments[place].actions.isEmpty { return }
            _ = accept(type, amount, nil, &books.payments[place], &books.actionCount)
        }
    }

    // MARK: The wire

    private static func json(_ payment: Payment) -> JSONOutput {
        .object([
            "id": .string(payment.id), "status": .string(payment.status),
            "approved": .bool(!payment.isDeclined), "reference": .string(payment.key),
            "amount": .integer(payment.amount), "currency": "USD",
            "response_code": payment.isDeclined ? "20051" : "10000",
            "balances": .object(["total_captured": .integer(payment.total("Capture"))]),
        ])
    }

    private func actions(_ payment: Payment) -> [JSONOutput] {
        let own = payment.actions.filter {
            $0.isDone && ($0.type != "Refund" || isListed($0.doneAt, .refundsTwice))
        }.map { action in
            JSONOutput.object([
                "id": .string(action.id), "type": .string(action.type),
                "amount": .integer(action.amount), "approved": .bool(action.isApproved),
                "response_code": action.isApproved ? "10000" : "20068",
                "reference": action.reference.map { .string($0) },
            ])
        }
        let first = JSONOutput.object([
            "id": "act_0", "type": "Authorization", "approved": .bool(!payment.isDeclined),
            "response_code": payment.isDeclined ? "20051" : "10000",
        ])
        return [first] + own
    }
}
