import HTTPClient
import HTTPMessages
import Money
import PlatformProcessors
import World
import XML

/// Braintree as its documentation reads, as far as a processor uses it, behind a network that loses and delays requests
/// and loses answers. It keeps no keys: each sale and each refund that arrives is done. A request that failed may have
/// been done. What was submitted is settled an hour later.
final class SimulatedBraintree: SimulatedPlatform {
    struct Transaction {
        let id: String
        let order: String
        let authorized: Int64
        var amount: Int64
        /// Of a refund, the payment.
        var parent: String?
        var statuses: [String]
        var submittedAt: Int64?
        /// The name of the card that was stored with it.
        var token: String?

        var status: String { statuses.last ?? "" }
        var isCaptured: Bool { ["submitted_for_settlement", "settled"].contains(status) }
        var isWithdrawn: Bool { status == "voided" && submittedAt != nil }
    }

    private struct Books {
        var transactions: [Transaction] = []
        var late: [(request: HTTPClientRequest, at: Int64)] = []

        func refunded(_ id: String) -> Int64 {
            transactions.filter { $0.parent == id && $0.isCaptured }.reduce(0) { $0 + $1.amount }
        }
    }

    static let platform = PaymentPlatform.braintree
    let lossPercent = LockedValue<UInt64>(0)
    let declines = LockedValue(false)
    private let bug: SimulatedBug?
    private let clock: SimulatedClock
    private let randomness: SeededRandomness
    private let books = LockedValue(Books())

    init(seed: UInt64, clock: SimulatedClock, bug: SimulatedBug?) {
        (randomness, self.clock, self.bug) = (SeededRandomness(seed: seed), clock, bug)
    }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPResponse {
        let loss = lossPercent.withLock { $0 }
        if randomness.happens(loss) {
            if randomness.happens(50) { throw .notSent(.connectionFailed) }
            clock.advance(bySeconds: 10)
            // Some of what is lost arrives when its sender does not wait any more.
            if randomness.happens(50) {
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

    /// Does what is due: late requests and settlements.
    private func pass(_ books: inout Books) {
        let now = clock.now.seconds
        let due = books.late.filter { $0.at <= now }
        books.late.removeAll { $0.at <= now }
        for late in due { _ = act(late.request, &books) }
        for place in books.transactions.indices {
            if books.transactions[place].status == "submitted_for_settlement",
                let submitted = books.transactions[place].submittedAt, now - submitted >= 3_600
            {
                books.transactions[place].statuses.append("settled")
            }
        }
    }

    private func answer(
        _ request: HTTPClientRequest,
        _ books: inout Books,
        _ loss: UInt64
    ) -> HTTPResponse {
        if randomness.happens(loss / 4) { return HTTPResponse(.tooManyRequests) }
        let fails = randomness.happens(loss / 2)
        let failure = HTTPResponse(.internalServerError)
        if fails, randomness.happens(50) { return failure }
        if bug == .refundsTwice, request.url.hasSuffix("/refund") { _ = act(request, &books) }
        let answer = act(request, &books)
        return fails ? failure : answer
    }

    private func act(_ request: HTTPClientRequest, _ books: inout Books) -> HTTPResponse {
        let steps = request.url.split(separator: "/").map(String.init).dropFirst(4)
        let body = try? XMLElement(request.body)
        let amount = body?["amount"].flatMap { try? Money(DecimalAmount($0.text), in: .usd) }
        let order = body?["order_id"]?.text
        switch (steps.count, steps.last) {
        case (1, _):
            let status = declines.withLock { $0 } ? "processor_declined" : "authorized"
            let token = body?["payment_method_token"]?.text
            guard token == nil || books.transactions.contains(where: { $0.token == token }) else {
                return Self.xml(.unprocessableContent, "api-error-response", XMLOutput())
            }
            let isStored = body?["options"]?["store_in_vault_on_success"]?.text == "true"
            return add(order, amount?.minorUnits, nil, [status], isStored: isStored, &books)
        case (2, "advanced_search_ids"):
            var ids = XMLOutput()
            for found in books.transactions
            where found.order == body?["order_id"]?["is"]?.text && bug != .newKeyOnRetry {
                ids.add("item", found.id)
            }
            var results = XMLOutput()
            results.add("ids", type: "array", ids)
            return Self.xml(.ok, "search-results", results)
        default: break
        }
        let id = steps.dropFirst().first
        guard let place = books.transactions.firstIndex(where: { $0.id == id }) else {
            return HTTPResponse(.notFound)
        }
        let payment = books.transactions[place]
        switch (steps.last, payment.status) {
        case ("submit_for_settlement", "authorized"):
            books.transactions[place].amount = amount?.minorUnits ?? payment.amount
            books.transactions[place].statuses.append("submitted_for_settlement")
            books.transactions[place].submittedAt = clock.now.seconds
        case ("void", "authorized"), ("void", "submitted_for_settlement"):
            books.transactions[place].statuses.append("voided")
        case ("refund", "settled"):
            let left = payment.amount - books.refunded(payment.id)
            let units = amount?.minorUnits ?? left
            guard units <= left, units > 0 else {
                return Self.xml(.unprocessableContent, "api-error-response", XMLOutput())
            }
            let fails = randomness.happens(lossPercent.withLock { $0 } / 4)
            let status = fails ? "processor_declined" : "submitted_for_settlement"
            return add(order, units, payment.id, [status], &books)
        default:
            guard request.method == .get else {
                return Self.xml(.unprocessableContent, "api-error-response", XMLOutput())
            }
        }
        return Self.xml(.ok, "transaction", xml(books.transactions[place], books))
    }

    private func add(
        _ order: String?,
        _ amount: Int64?,
        _ parent: String?,
        _ statuses: [String],
        isStored: Bool = false,
        _ books: inout Books
    ) -> HTTPResponse {
        guard let amount else { return HTTPResponse(.badRequest) }
        let id = "t\(books.transactions.count + 1)"
        let made = Transaction(
            id: id,
            order: order ?? "",
            authorized: amount,
            amount: amount,
            parent: parent,
            statuses: statuses,
            submittedAt: parent == nil ? nil : clock.now.seconds,
            token: isStored && statuses == ["authorized"] ? "card of \(id)" : nil
        )
        books.transactions.append(made)
        let transaction = xml(made, books)
        guard made.status == "processor_declined" else {
            return Self.xml(.created, "transaction", transaction)
        }
        var error = XMLOutput()
        error.add("transaction", transaction)
        return Self.xml(.unprocessableContent, "api-error-response", error)
    }

    // MARK: The simulation's view

    var payments: [SimulatedPayment] {
        books.withLock { books in
            pass(&books)
            return books.transactions.filter { $0.parent == nil }.map { payment in
                let isCaptured = payment.isCaptured || payment.isWithdrawn
                let state: SimulatedPayment.State =
                    switch payment.status {
                    case "processor_declined": .open
                    case "authorized": .held
                    default: isCaptured ? .captured : .released
                    }
                return SimulatedPayment(
                    id: payment.id,
                    key: payment.order,
                    state: state,
                    received: isCaptured ? payment.amount : 0,
                    refunded: payment.isWithdrawn ? payment.amount : books.refunded(payment.id)
                )
            }
        }
    }

    var hasRefundedTwice: Bool {
        books.withLock { books in
            let orders = books.transactions.filter { $0.parent != nil && $0.isCaptured }
                .map(\.order).filter { !$0.isEmpty }
            return Set(orders).count < orders.count
        }
    }

    func inDashboard(_ id: String, _ act: SimulatedPayment.Act) {
        let (method, path, amount): (HTTPMethod, String, Int64?) =
            switch act {
            case .capture: (.put, "submit_for_settlement", nil)
            case .release: (.put, "void", nil)
            case .refund(let amount): (.post, "refund", amount)
            }
        var body = XMLOutput()
        var content = XMLOutput()
        content.add("amount", amount.map { Money(minorUnits: $0, currency: .usd).decimalText })
        body.add("transaction", content)
        let url = "https://platform.test/merchants/shop/transactions/\(id)/\(path)"
        books.withLock { books in
            pass(&books)
            // People see that it was submitted since.
            let isHeld = books.transactions.contains { $0.id == id && $0.status == "authorized" }
            guard isHeld || path == "refund" else { return }
            _ = self.act(HTTPClientRequest(method, url, body: body.bytes), &books)
        }
    }

    // MARK: The wire

    private static func xml(
        _ status: HTTPStatus,
        _ root: String,
        _ content: XMLOutput
    ) -> HTTPResponse {
        var body = XMLOutput()
        body.add(root, content)
        return HTTPResponse(status, body: body.bytes)
    }

    private func xml(_ transaction: Transaction, _ books: Books) -> XMLOutput {
        func text(_ units: Int64) -> String {
            Money(minorUnits: units, currency: .usd).decimalText
        }
        var xml = XMLOutput()
        xml.add("id", transaction.id)
        xml.add("status", transaction.status)
        xml.add("amount", text(transaction.amount))
        xml.add("currency-iso-code", "USD")
        xml.add("order-id", transaction.order)
        xml.add("processor-response-code", transaction.parent == nil ? "2001" : "3000")
        var card = XMLOutput()
        card.add("token", transaction.token)
        xml.add("apple-pay", card)
        var (refunds, history) = (XMLOutput(), XMLOutput())
        for refund in books.transactions where refund.parent == transaction.id {
            refunds.add("item", refund.id)
        }
        xml.add("refund-ids", type: "array", refunds)
        for status in transaction.statuses {
            var event = XMLOutput()
            event.add("status", status)
            let isFirst = status == "authorized"
            event.add("amount", text(isFirst ? transaction.authorized : transaction.amount))
            history.add("status-event", event)
        }
        xml.add("status-history", type: "array", history)
        return xml
    }
}
