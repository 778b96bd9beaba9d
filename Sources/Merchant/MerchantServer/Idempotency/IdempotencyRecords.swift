internal import Bytes
internal import HTTPMessages
internal import Payments
internal import Storage
internal import World

/// Records requests by their idempotency keys, and their answers.
///
/// A request is recorded in the transaction that records what is done for it, under a lease: while it
/// lasts, no other server works on the same request. Where a server ends in between, the lease runs out
/// and the request made again goes on with what is recorded of its payment.
struct IdempotencyRecords: Sendable {
    /// How long a request is kept after its last change. Units: seconds.
    static let retentionSeconds: Int64 = 48 * 60 * 60

    let database: Database
    let world: World
    /// This server. The leases of its requests begin with it.
    let server: WorkerID
    /// How long a server works on a request at most, before another may. Units: seconds.
    let leaseSeconds: Int64
    /// How long the answer to a new request may take, and to one that was made before.
    let answerLimit, repetitionLimit: Duration
    /// The servers of the database, of which this one must be known before it takes a lease.
    let workers: ServingWorkers

    /// What a request that is made may do.
    enum Finding: Sendable {
        /// It is to be worked on.
        case leased(RequestLease)
        /// An earlier request had its key.
        case earlier(EarlierRequest)
    }

    /// What became of an earlier request with the same key.
    enum EarlierRequest: Sendable {
        /// It was answered.
        case answered(HTTPResponse)
        /// It had another body.
        case otherBody
        /// It is being worked on, for this number of seconds at most.
        case inProgress(seconds: Int64)
    }

    /// A request of which nothing is known. It is recorded by ``take(_:for:in:)`` and by nothing before.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - beginning: Runs in the transaction that records it.
    /// - Returns: Its lease, which is not taken yet.
    func newLease(
        for request: IdempotentRequest,
        _ beginning: @escaping RequestLease.Beginning
    ) -> RequestLease {
        let worker = "\(server)/\(Hexadecimal.encode(world.randomness.bytes(8)))"
        return RequestLease(request, worker: worker, beginning: beginning)
    }

    /// Finds what is known of a request. One that a server left is taken over.
    ///
    /// - Parameter new: The lease of the request if nothing is known.
    /// - Returns: What is known.
    /// - Throws: ``Storage/StorageFailure``.
    func find(_ new: RequestLease) async throws(StorageFailure) -> Finding {
        let request = new.request
        let now = world.clock.now.seconds
        let known = try await database.read { snapshot throws(StorageFailure) -> Finding? in
            guard let row = try Self.row(of: request, in: snapshot) else { return .leased(new) }
            return try Self.earlier(row, request, at: now).map(Finding.earlier)
        }
        if let known { return known }
        let times = times(from: now)
        return try await database.write { transaction throws(StorageFailure) in
            guard let row = try Self.row(of: request, in: transaction) else { return .leased(new) }
            if let earlier = try Self.earlier(row, request, at: now) { return .earlier(earlier) }
            try transaction.execute(
                """
                UPDATE idempotent_request SET worker = $2, leased_until = $3, kept_until = $4
                WHERE key_digest = $1
                """,
                [.bytes(request.keyDigest), .text(new.worker)] + times
            )
            let operation = try row.textIfPresent("operation").flatMap { OperationID($0) }
            return .leased(RequestLease(continuing: new, with: operation))
        }
    }

    /// Records a request, in the transaction that records what is done for it.
    ///
    /// - Parameters:
    ///   - lease: The request.
    ///   - operation: The operation that does it; nil for a payment.
    ///   - transaction: The transaction.
    /// - Returns: Whether this server may go on. Otherwise another one works on the request or has done
    ///   so, or its caller has been answered, and nothing may be done.
    /// - Throws: ``Storage/StorageFailure``.
    func take(
        _ lease: RequestLease,
        for operation: OperationID? = nil,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        guard lease.begin() else { return false }
        let isTaken = try insertOrLink(lease, operation, in: transaction)
        lease.note(isTaken: isTaken)
        return isTaken
    }

    private func insertOrLink(
        _ lease: RequestLease,
        _ operation: OperationID?,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        let name: [StoredValue] = [.bytes(lease.request.keyDigest), .text(lease.worker)]
        if !lease.isContinued {
            let isNew =
                try transaction.execute(
                    """
                    INSERT INTO idempotent_request
                        (key_digest, worker, body_digest, operation, leased_until, kept_until)
                    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING
                    """,
                    name + [.bytes(lease.request.bodyDigest), .init(operation?.text)]
                        + times(from: world.clock.now.seconds)
                ) == 1
            if isNew {
                try lease.beginning(transaction)
                return true
            }
        }
        return try transaction.execute(
            "UPDATE idempotent_request SET operation = $3 WHERE key_digest = $1 AND worker = $2",
            name + [.init(operation?.text)]
        ) == 1
    }

    /// Records the final answer to a request, in the transaction that records the outcome. It is given
    /// once ``RequestLease/confirm()`` was called; not where nil stands for none, nor where the lease
    /// does not hold any more.
    func record(
        _ response: HTTPResponse?,
        _ lease: RequestLease,
        in transaction: borrowing Transaction
    ) throws(DeskFailure) {
        lease.note(nil)
        guard let response else { return }
        do throws(StorageFailure) {
            if try write(response, lease, in: transaction) { lease.note(response) }
        } catch { throw DeskFailure(storage: error) }
    }

    private func write(
        _ response: HTTPResponse,
        _ lease: RequestLease,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        try transaction.execute(
            """
            UPDATE idempotent_request
            SET worker = NULL, leased_until = 0, status = $3, location = $4, body = $5
            WHERE key_digest = $1 AND worker = $2
            """,
            [
                .bytes(lease.request.keyDigest), .text(lease.worker),
                .integer(Int64(response.status.code)),
                .init(response.fields[.location]?.text), .bytes(response.body),
            ]
        ) == 1
    }

    /// Records what follows from the answer to a request, where that was not done on the way to it.
    ///
    /// - Parameters:
    ///   - lease: The request.
    ///   - answer: The answer.
    /// - Returns: What became of the request where another server works on it or has answered it;
    ///   otherwise nil.
    /// - Throws: ``Storage/StorageFailure``.
    func end(
        _ lease: RequestLease,
        _ answer: RequestAnswer
    ) async throws(StorageFailure) -> EarlierRequest? {
        // A transaction may run again.
        let wasTaken = lease.isTaken
        if !wasTaken, !lease.isLost, answer.finality == .notDone { return nil }
        let now = world.clock.now.seconds
        return try await database.write { transaction throws(StorageFailure) in
            var isOurs = false
            if wasTaken { isOurs = try self.end(lease, answer, in: transaction) }
            // The transaction that took the lease may have failed.
            if !isOurs, !lease.isContinued, answer.finality != .notDone {
                isOurs = try take(lease, in: transaction)
                if isOurs { isOurs = try self.end(lease, answer, in: transaction) }
            }
            guard !isOurs, let row = try Self.row(of: lease.request, in: transaction) else {
                return nil
            }
            return try Self.earlier(row, lease.request, at: now)
        }
    }

    private func end(
        _ lease: RequestLease,
        _ answer: RequestAnswer,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        let name: [StoredValue] = [.bytes(lease.request.keyDigest), .text(lease.worker)]
        switch answer.finality {
        case .final: return try write(answer.response, lease, in: transaction)
        case .notDone where !lease.isContinued:
            return try transaction.execute(
                "DELETE FROM idempotent_request WHERE key_digest = $1 AND worker = $2",
                name
            ) == 1
        case .open, .notDone:
            return try transaction.execute(
                """
                UPDATE idempotent_request SET worker = NULL, leased_until = 0
                WHERE key_digest = $1 AND worker = $2
                """,
                name
            ) == 1
        }
    }

    /// Removes the link to an operation that was certainly not sent, so that the request made again is a
    /// new operation.
    ///
    /// - Returns: Whether the lease still holds.
    func unlink(_ lease: RequestLease) async throws(StorageFailure) -> Bool {
        try await database.write { transaction throws(StorageFailure) in
            try take(lease, in: transaction)
        }
    }

    /// Removes requests that were kept long enough, the oldest first.
    ///
    /// - Parameter most: The maximum number to remove, so that other writers do not wait long.
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``Storage/StorageFailure``.
    func prune(atMost most: Int) async throws(StorageFailure) -> Int {
        let now = world.clock.now.seconds
        return try await database.write { transaction throws(StorageFailure) in
            try transaction.execute(
                """
                DELETE FROM idempotent_request WHERE key_digest IN (
                    SELECT key_digest FROM idempotent_request
                    WHERE kept_until < $1 ORDER BY kept_until LIMIT $2
                )
                """,
                [.integer(now), .integer(Int64(max(0, most)))]
            )
        }
    }
}

extension IdempotencyRecords {
    private func times(from now: Int64) -> [StoredValue] {
        [.integer(now &+ leaseSeconds), .integer(now &+ Self.retentionSeconds)]
    }

    private static func row(
        of request: IdempotentRequest,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(StorageFailure) -> Row? {
        try reader.row(
            "SELECT * FROM idempotent_request WHERE key_digest = $1",
            [.bytes(request.keyDigest)]
        )
    }

    /// What a row says to a request that is made; nil where that one may take it over.
    private static func earlier(
        _ row: Row,
        _ request: IdempotentRequest,
        at now: Int64
    ) throws(StorageFailure) -> EarlierRequest? {
        guard try row.bytes("body_digest") == request.bodyDigest else { return .otherBody }
        if let response = try response(row) { return .answered(response) }
        let left = try row.integer("leased_until") - now
        guard left > 0, try row.textIfPresent("worker") != nil else { return nil }
        return .inProgress(seconds: left)
    }

    /// The recorded answer; nil while there is none.
    private static func response(_ row: Row) throws(StorageFailure) -> HTTPResponse? {
        guard let code = try row.integerIfPresent("status") else { return nil }
        guard let status = HTTPStatus(Int(clamping: code)),
            let body = try row.bytesIfPresent("body")
        else { throw .columnUnreadable("status") }
        var fields: HTTPFields = [
            .contentType: status.code < 400 ? .json : "application/problem+json",
            .cacheControl: "no-store",
            IdempotentRequest.replayField: "true",
        ]
        if let location = try row.textIfPresent("location") {
            fields[.location] = HTTPFieldValue(location)
        }
        return HTTPResponse(status, fields: fields, body: body)
    }
}
