internal import Bytes
internal import HTTPMessages
public import HTTPServer
internal import JSON
internal import PaymentToken
public import Payments
internal import World

extension PaymentService {
    static func attempt(of request: APIRequest) throws(HTTPProblem) -> AttemptID {
        guard let id = PaymentID(try request.parameter("id")) else {
            throw MerchantProblemCode.notFound.problem("there is no such payment")
        }
        return id.attempt
    }

    func recorded(_ attempt: AttemptID) async throws -> PaymentRecord {
        guard let payment = try await records.payment(attempt) else {
            throw MerchantProblemCode.notFound.problem("there is no such payment")
        }
        return payment
    }

    /// Answers `GET /payments/{id}`. What is due is settled first, as far as that is possible in the
    /// time of a repetition; it goes on after that.
    func payment(_ request: APIRequest) async throws -> HTTPServerResponse {
        let attempt = try Self.attempt(of: request)
        var payment = try await recorded(attempt)
        if payment.isOpen {
            let failure = await RealTime.result(within: settings.repetitionLimit) {
                () async -> RecordFailure? in
                do throws(RecordFailure) {
                    try await desk.settleDue(of: attempt)
                    return nil
                } catch { return error }
            }
            if case .some(.some(let failure)) = failure { throw failure }
            payment = try await recorded(attempt)
        }
        return .json(PaymentJSON.json(payment))
    }

    /// Answers `GET /payments`.
    func payments(_ request: APIRequest) async throws -> HTTPServerResponse {
        if let text = request.query("transactionId") { return try await payments(ofToken: text) }
        if let position = request.query("changedSince").flatMap({ Int64($0) }) {
            return try await payments(changedSince: position, request.pageSize)
        }
        var query = PaymentListing.Query(limit: request.pageSize)
        query.reference = request.query("reference")
        query.status = try request.query(choice: "status")
        query.from = request.query("from").flatMap { UnixTime(iso8601: $0) }
        query.to = request.query("to").flatMap { UnixTime(iso8601: $0) }
        query.after = try request.place { PaymentID($0) }.map { time, payment in
            PaymentListing.Place(time: time, attempt: payment.attempt)
        }
        let page = try await listing.page(query)
        return .json(
            .object([
                "payments": .array(page.payments.map { PaymentJSON.json($0) }),
                "next": page.next.map {
                    .string(APIRequest.cursor($0.time, PaymentID($0.attempt).text))
                },
            ])
        )
    }

    /// The payments of the next events.
    private func payments(
        changedSince position: Int64,
        _ limit: Int
    ) async throws -> HTTPServerResponse {
        let found = try await listing.changed(after: position, limit: limit)
        guard let found else { throw EventRoutes.isPastLog(position) }
        return .json(
            .object([
                "payments": .array(found.payments.map { PaymentJSON.json($0) }),
                "changedSince": .integer(found.position),
            ])
        )
    }

    /// The payment of the token with an identifier; an empty list where there is none.
    private func payments(ofToken text: String) async throws -> HTTPServerResponse {
        guard let bytes = try? Hexadecimal.decode(text), let transaction = TransactionID(bytes)
        else {
            throw MerchantProblemCode.queryInvalid.problem(
                "\"transactionId\" is not 64 hexadecimal digits"
            )
        }
        var payments: [PaymentRecord] = []
        if let attempt = try await records.attempt(of: transaction) {
            payments = try await records.payment(attempt).map { [$0] } ?? []
        }
        return .json(.object(["payments": .array(payments.map { PaymentJSON.json($0) })]))
    }
}

extension RecordFailure: HTTPProblemSource {
    /// The problem that a caller is told that reads.
    public var problem: HTTPProblem {
        MerchantProblemCode.databaseUnavailable.problem(
            "the records cannot be read: \(self)",
            retryAfterSeconds: 1
        )
    }
}

extension PaymentRecord {
    /// Whether something of it can be settled.
    fileprivate var isOpen: Bool {
        status == .pending || operations.contains { !$0.state.isSettled }
    }
}

// The pages of lists.
extension APIRequest {
    /// The size of the page that is asked for.
    var pageSize: Int { query("limit").flatMap { Int($0) } ?? PaymentRoutes.pageSize }

    static var cursorProblem: HTTPProblem {
        MerchantProblemCode.queryInvalid.problem("\"cursor\" is not of a page")
    }

    /// The place of a row in a list, as callers get it.
    static func cursor(_ time: UnixTime, _ identifier: String) -> String {
        "\(time.seconds).\(identifier)"
    }

    /// The place after which the page begins that is asked for; nil for the first one.
    func place<Identifier>(
        _ read: (String) -> Identifier?
    ) throws(HTTPProblem) -> (time: UnixTime, id: Identifier)? {
        guard let cursor = query("cursor") else { return nil }
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let seconds = Int64(parts[0]), let id = read(String(parts[1]))
        else { throw Self.cursorProblem }
        return (UnixTime(seconds: seconds), id)
    }
}
