internal import Bytes
internal import Charging
internal import HTTPMessages
internal import Storage
internal import World

/// Records requests by their idempotency keys, and their answers.
///
/// A request is recorded before it is worked on, under a lease: while it lasts, no other server works on
/// the same request. Where a server ends in between, the lease runs out and the request made again goes
/// on with what is recorded of its payment.
struct IdempotencyRecords: Sendable {
    /// How long a request is kept after its last change. Units: seconds.
    static let retentionSeconds: Int64 = 48 * 60 * 60

    let database: Database
    let world: World
    /// This server. The leases of its requests begin with it.
    let server: WorkerID
    /// How long a server works on a request at most, before another may. Units: seconds.
    let leaseSeconds: Int64

    /// A request on which this server works.
    struct Lease: Hashable, Sendable {
        let request: IdempotentRequest
        /// The lease's own name.
        let worker: String
        /// Whether the request was made before, and has no final answer.
        let isContinued: Bool
        /// The capture, void or refund that was recorded for the request before.
        let operation: OperationID?
    }

    /// Runs in a transaction of a request's record.
    typealias Recording = @Sendable (borrowing Transaction) throws(StorageFailure) -> Void

    /// What is known of a request that is made.
    enum Finding: Sendable {
        /// It is to be worked on.
        case leased(Lease)
        /// It was answered.
        case answered(HTTPResponse)
        /// The key was used with another body.
        case otherBody
        /// It is being worked on, for this number of seconds at most.
        case inProgress(seconds: Int64)
    }

    /// Records a request, or finds what is known of it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - beginning: Runs in the transaction that records a new request.
    /// - Returns: What is known of it.
    /// - Throws: ``Storage/StorageFailure``.
    func begin(
        _ request: IdempotentRequest,
        _ beginning: @escaping Recording = { _ throws(StorageFailure) in }
    ) async throws(StorageFailure) -> Finding {
        let worker = "\(server)/\(Hexadecimal.encode(world.randomness.bytes(8)))"
        let now = world.clock.now.seconds
        let times: [StoredValue] = [
            .integer(now &+ leaseSeconds), .integer(now &+ Self.retentionSeconds),
        ]
        return try await database.write { transaction throws(StorageFailure) in
            let isNew =
                try transaction.execute(
                    """
                    INSERT INTO idempotent_request
                        (key_digest, body_digest, worker, leased_until, kept_until)
                    VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
                    """,
                    [.bytes(request.keyDigest), .bytes(request.bodyDigest), .text(worker)]
                        + times
                ) == 1
            let lease = Lease(request: request, worker: worker, isContinued: !isNew, operation: nil)
            if isNew {
                try beginning(transaction)
                return .leased(lease)
            }
            guard let row = try Self.row(of: request, in: transaction) else {
                return .leased(lease)
            }
            guard try row.bytes("body_digest") == request.bodyDigest else { return .otherBody }
            if let response = try Self.response(row) { return .answered(response) }
            let left = try row.integer("leased_until") - now
            if left > 0, try row.textIfPresent("worker") != nil {
                return .inProgress(seconds: left)
            }
            try transaction.execute(
                """
                UPDATE idempotent_request SET worker = $2, leased_until = $3, kept_until = $4
                WHERE key_digest = $1
                """,
                [.bytes(request.keyDigest), .text(worker)] + times
            )
            let operation = try row.textIfPresent("operation").flatMap { OperationID($0) }
            return .leased(
                Lease(request: request, worker: worker, isContinued: true, operation: operation)
            )
        }
    }

    /// Records what follows from the answer to a request.
    ///
    /// - Parameters:
    ///   - lease: The request.
    ///   - answer: The answer.
    /// - Returns: The answer to give: where another server has answered the request since, the recorded
    ///   one.
    /// - Throws: ``Storage/StorageFailure``.
    func end(
        _ lease: Lease,
        _ answer: RequestAnswer
    ) async throws(StorageFailure) -> HTTPResponse {
        let now = world.clock.now.seconds
        return try await database.write { transaction throws(StorageFailure) in
            let isOurs =
                switch answer.finality {
                case .final:
                    try Self.record(answer.response, lease, at: now, in: transaction)
                case .notDone where !lease.isContinued:
                    try transaction.execute(
                        """
                        DELETE FROM idempotent_request WHERE key_digest = $1 AND worker = $2
                        """,
                        [.bytes(lease.request.keyDigest), .text(lease.worker)]
                    ) == 1
                case .open, .notDone:
                    try transaction.execute(
                        """
                        UPDATE idempotent_request SET worker = NULL, leased_until = 0
                        WHERE key_digest = $1 AND worker = $2
                        """,
                        [.bytes(lease.request.keyDigest), .text(lease.worker)]
                    ) == 1
                }
            guard !isOurs, let row = try Self.row(of: lease.request, in: transaction),
                let recorded = try Self.response(row)
            else { return answer.response }
            return recorded
        }
    }

    /// Links a request to the operation that does it, in the transaction that records the operation.
    ///
    /// - Returns: Whether the lease still holds; otherwise the operation must not be made.
    func link(
        _ operation: OperationID?,
        to lease: Lease,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        try transaction.execute(
            "UPDATE idempotent_request SET operation = $3 WHERE key_digest = $1 AND worker = $2",
            [
                .bytes(lease.request.keyDigest), .text(lease.worker), .init(operation?.text),
            ]
        ) == 1
    }

    /// Removes the link to an operation that was certainly not sent, so that the request made again is a
    /// new operation.
    ///
    /// - Returns: Whether the lease still holds.
    func unlink(_ lease: Lease) async throws(StorageFailure) -> Bool {
        try await database.write { transaction throws(StorageFailure) in
            try link(nil, to: lease, in: transaction)
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
    private static func row(
        of request: IdempotentRequest,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Row? {
        try transaction.row(
            "SELECT * FROM idempotent_request WHERE key_digest = $1",
            [.bytes(request.keyDigest)]
        )
    }

    private static func record(
        _ response: HTTPResponse,
        _ lease: Lease,
        at now: Int64,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        try transaction.execute(
            """
            UPDATE idempotent_request
            SET worker = NULL, leased_until = 0, kept_until = $3, status = $4, location = $5,
                body = $6
            WHERE key_digest = $1 AND worker = $2
            """,
            [
                .bytes(lease.request.keyDigest), .text(lease.worker),
                .integer(now &+ retentionSeconds), .integer(Int64(response.status.code)),
                .init(response.fields[.location]?.text), .bytes(response.body),
            ]
        ) == 1
    }

    /// The recorded answer; nil while there is none.
    private static func response(_ row: Row) throws(StorageFailure) -> HTTPResponse? {
        guard let code = try row.integerIfPresent("status") else { return nil }
        guard let status = HTTPStatus(Int(clamping: code)),
            let body = try row.bytesIfPresent("body")
        else { throw .columnUnreadable("status") }
        var fields: HTTPFields = [
            .contentType: status.code < 400 ? "application/json" : "application/problem+json",
            .cacheControl: "no-store",
            IdempotentRequest.replayField: "true",
        ]
        if let location = try row.textIfPresent("location") {
            fields[.location] = HTTPFieldValue(location)
        }
        return HTTPResponse(status, fields: fields, body: body)
    }
}
