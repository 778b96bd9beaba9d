import Bytes
import Cryptography
import HTTPClient
import HTTPMessages
import JSON
import PlatformProcessors
import World

/// Adyen as its pages read, as far as a processor uses it, behind a network that loses requests and answers and
/// brings some requests late. It keeps the first answer to an idempotency key, and says in webhooks what became of
/// captures, cancellations and refunds, some of which fail.
final class SimulatedAdyen: PlatformExchange {
    struct Payment {
        let id: String
        let reference: String
        let amount: Int64
        var isHeld: Bool
        var captured: Int64 = 0
        var refunded: Int64 = 0

        var counts: Bool { isHeld || captured > 0 }
    }

    struct Books {
        var payments: [Payment] = []
        var answers: [String: HTTPResponse] = [:]
        var webhooks: [[UInt8]] = []
        var late: [(request: HTTPClientRequest, dueAt: Int64)] = []
        var number = 0
    }

    /// A mistake that is planted in what is sent or said, to show that the simulation finds it.
    enum Bug: String, CaseIterable {
        case newKeyOnRetry, oneKeyForCancels, notFoundIsTheEnd, webhooksAreLost
    }

    static let key = String(repeating: "5A", count: 32)
    /// The percentage of requests and of answers that are lost, and of failures.
    let lossPercent = LockedValue<UInt64>(0)
    let bug: Bug?
    private let clock: any WallClock
    private let randomness: SeededRandomness
    private let books = LockedValue(Books())
    private let hmac = HMACSHA256(key: Secret(copying: [UInt8](repeating: 0x5A, count: 32)))

    init(seed: UInt64, clock: any WallClock, bug: Bug? = nil) {
        (randomness, self.clock, self.bug) = (SeededRandomness(seed: seed), clock, bug)
    }

    var payments: [Payment] { books.withLock { $0.payments } }

    /// The webhooks that are due, in any order, some of them twice.
    func takeWebhooks(all: Bool) -> [[UInt8]] {
        books.withLock { books in
            arrive(&books)
            var taken: [[UInt8]] = []
            var left: [[UInt8]] = []
            for webhook in books.webhooks {
                guard all || randomness.happens(60) else {
                    left.append(webhook)
                    continue
                }
                taken.insert(webhook, at: Int(randomness.number(below: UInt64(taken.count + 1))))
                if randomness.happens(20) { left.append(webhook) }
            }
            books.webhooks = all ? [] : left
            return taken
        }
    }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse {
        let loss = lossPercent.withLock { $0 }
        if randomness.happens(loss) {
            guard randomness.happens(60) else { throw .notSent(.connectionFailed) }
            // It is on its way for up to nine minutes.
            if randomness.happens(60) {
                let dueAt = clock.now.seconds + Int64(randomness.number(below: 540))
                books.withLock { $0.late.append((request, dueAt)) }
            }
            throw .mayHaveBeenSent(.timedOut)
        }
        let reply = books.withLock { books in
            arrive(&books)
            return answer(request, &books, loss)
        }
        if randomness.happens(loss) { throw .mayHaveBeenSent(.connectionLost) }
        return reply
    }

    /// A change by hand, at Adyen.
    func inCustomerArea(_ payment: String, _ action: String) {
        books.withLock { books in
            let amount: Int64 = action == "refunds" ? 50 : 0
            let place = books.payments.firstIndex { $0.id == payment }
            guard let place else { return }
            let money = amount == 0 ? books.payments[place].amount : amount
            _ = change(place, action, money, reference: nil, &books)
        }
    }

    private func arrive(_ books: inout Books) {
        let now = clock.now.seconds
        let due = books.late.filter { $0.dueAt <= now }
        books.late.removeAll { $0.dueAt <= now }
        for late in due { _ = answer(late.request, &books, 0) }
    }

    private func answer(
        _ request: HTTPClientRequest,
        _ books: inout Books,
        _ loss: UInt64
    ) -> HTTPResponse {
        if randomness.happens(loss / 4) { return HTTPResponse(.tooManyRequests) }
        let path = request.url.split(separator: "/v72/").last.map(String.init) ?? ""
        var key = request.fields["Idempotency-Key"]?.text
        if bug == .newKeyOnRetry { key = nil }
        if bug == .oneKeyForCancels, path == "cancels" {
            key = (try? JSONDocument(request.body).root.member("reference")?.string) ?? nil
        }
        if let key, let earlier = books.answers[key] { return earlier }
        if randomness.happens(loss / 4) { return HTTPResponse(.internalServerError) }
        var answer = act(path, request.body, &books, loss)
        // A failure after the work, which is kept.
        if randomness.happens(loss / 4) { answer = HTTPResponse(.internalServerError) }
        if let key { books.answers[key] = answer }
        return answer
    }

    private func act(
        _ path: String,
        _ body: [UInt8],
        _ books: inout Books,
        _ loss: UInt64
    ) -> HTTPResponse {
        guard let json = try? JSONDocument(body).root else { return HTTPResponse(.badRequest) }
        let reference = json.member("reference")?.string ?? ""
        let value = json.member("amount")?.member("value")?.integer ?? 0
        if path == "payments" { return pay(reference, value, &books, loss) }
        guard path != "cancels" else {
            let original = json.member("paymentReference")?.string ?? ""
            let place = books.payments.lastIndex { $0.reference == original && $0.counts }
            let isDone = place.map { books.payments[$0].isHeld } ?? false
            if let place { books.payments[place].isHeld = false }
            if isDone || bug != .webhooksAreLost {
                let id = place.map { books.payments[$0].id } ?? ""
                tell("TECHNICAL_CANCEL", isDone, id, original, 0, &books)
            }
            return Self.received
        }
        let parts = path.split(separator: "/").map(String.init)
        guard parts.count == 3,
            let place = books.payments.firstIndex(where: { $0.id == parts[1] })
        else {
            return HTTPResponse(.unprocessableContent, body: Array(#"{"errorCode":"167"}"#.utf8))
        }
        return change(place, parts[2], value, reference: reference, &books)
    }

    private func pay(
        _ reference: String,
        _ value: Int64,
        _ books: inout Books,
        _ loss: UInt64
    ) -> HTTPResponse {
        books.number += 1
        let isApproved = !randomness.happens(15)
        let payment = Payment(
            id: "PSP\(books.number)",
            reference: reference,
            amount: value,
            isHeld: isApproved
        )
        books.payments.append(payment)
        tell("AUTHORISATION", isApproved, "", reference, value, &books, id: payment.id)
        let result =
            isApproved
            ? #""resultCode":"Authorised""# : #""resultCode":"Refused","refusalReasonCode":"2""#
        let text = """
            {\(result),"pspReference":"\(payment.id)","merchantReference":"\(reference)",
            "amount":{"currency":"USD","value":\(value)}}
            """
        return HTTPResponse(.ok, body: Array(text.utf8))
    }

    /// A capture is final: Adyen cancels what it leaves.
    private func change(
        _ place: Int,
        _ action: String,
        _ value: Int64,
        reference: String?,
        _ books: inout Books
    ) -> HTTPResponse {
        var payment = books.payments[place]
        var isDone = !randomness.happens(lossPercent.withLock { $0 } / 4)
        var event = "CANCELLATION"
        switch action {
        case "captures":
            event = "CAPTURE"
            isDone = isDone && payment.isHeld && value <= payment.amount
            if isDone { (payment.isHeld, payment.captured) = (false, value) }
        case "refunds":
            event = "REFUND"
            isDone = isDone && payment.refunded + value <= payment.captured
            if isDone { payment.refunded += value }
        default:
            isDone = isDone && payment.isHeld
            if isDone { payment.isHeld = false }
        }
        books.payments[place] = payment
        tell(event, isDone, payment.id, reference ?? payment.reference, value, &books)
        return Self.received
    }

    private static let received = HTTPResponse(
        .created,
        body: Array(#"{"status":"received"}"#.utf8)
    )

    private func tell(
        _ event: String,
        _ success: Bool,
        _ original: String,
        _ reference: String,
        _ value: Int64,
        _ books: inout Books,
        id: String? = nil
    ) {
        books.number += 1
        let id = id ?? "MOD\(books.number)"
        let text = "\(id):\(original):Shop:\(reference):\(value):USD:\(event):\(success)"
        let code = hmac.code(for: Array(text.utf8)).withBytes { Base64.encode($0) }
        // A reversal that found nothing would be at an end if it were said to be so late.
        let early = bug == .notFoundIsTheEnd ? 10_000 : 0
        let time = clock.now.advanced(bySeconds: Int64(early)) ?? clock.now
        let item: JSONOutput = .object([
            "pspReference": .string(id), "originalReference": .string(original),
            "merchantAccountCode": "Shop", "merchantReference": .string(reference),
            "amount": .object(["value": .integer(value), "currency": "USD"]),
            "eventCode": .string(event), "success": .string("\(success)"),
            "eventDate": .string(time.iso8601),
            "additionalData": .object(["hmacSignature": .string(code)]),
        ])
        let list = JSONOutput.array([.object(["NotificationRequestItem": item])])
        books.webhooks.append(
            JSONOutput.object(["live": "false", "notificationItems": list]).compactBytes
        )
    }
}
