internal import PaymentToken
public import PostgreSQL
public import TokenIntake
public import World

/// Claims on a PostgreSQL server, which any number of servers share.
///
/// A first claim is on the server's disk before it is answered. Where the answer is lost, the
/// failure says that the outcome is unknown, and the same claim made again says what holds.
public struct PostgreSQLClaimStore: TokenClaimStore {
    /// The table of accepted tokens: identifiers, digests of orders' references and times.
    public static let migrations = PostgreSQLMigrationSeries(
        module: "token-intake",
        [
            PostgreSQLMigration(
                "accepted-tokens",
                [
                    """
                    CREATE TABLE accepted_token (
                        transaction_id bytea PRIMARY KEY CHECK (length(transaction_id) = 32),
                        accepted_at bigint NOT NULL,
                        order_digest bytea NOT NULL CHECK (length(order_digest) = 32)
                    )
                    """,
                    "CREATE INDEX accepted_token_time ON accepted_token (accepted_at)",
                ]
            )
        ]
    )

    /// How often a claim is tried where concurrent transactions interfere.
    private static let triesAtMost = 5

    private let pool: PostgreSQLPool
    private let retention: ClaimRetention
    private let clock: any WallClock

    /// A store whose table is brought up to date first.
    ///
    /// - Parameters:
    ///   - pool: Connections to the server.
    ///   - retention: How long claims are kept before ``prune(atMost:)`` may remove them. Its
    ///     window must be the verifier's, and its margin more than the servers' clocks differ by.
    ///   - clock: Tells the time.
    /// - Throws: ``PostgreSQL/PostgreSQLMigrationRefusal``.
    public init(
        _ pool: PostgreSQLPool,
        retention: ClaimRetention = .long,
        clock: any WallClock
    ) async throws(PostgreSQLMigrationRefusal) {
        try await pool.migrate([Self.migrations])
        self.pool = pool
        self.retention = retention
        self.clock = clock
    }

    /// Claims a token for an order.
    ///
    /// - Throws: ``TokenIntake/ClaimFailure``.
    public func claim(
        _ token: ClaimableToken,
        for order: OrderReference
    ) async throws(ClaimFailure) -> TokenClaim {
        let now = clock.now
        guard retention.remembers(signedAt: token.signedAt, at: now) else {
            throw .notFresh(signedAt: token.signedAt, checkedAt: now)
        }
        var last = PostgreSQLFailure.timedOut
        for _ in 0..<Self.triesAtMost {
            do throws(PostgreSQLFailure) {
                if try await insert(token, order, at: now) { return .first }
            } catch {
                guard case .serialization = error else { throw ClaimFailure(error) }
                last = error
                continue
            }
            if let claim = try await holder(of: token, from: order) { return claim }
            // The claim was deleted in between: try again.
        }
        throw ClaimFailure(last)
    }

    /// Removes claims on tokens that can no longer be sent again, oldest first.
    ///
    /// Nothing calls this by itself; call it now and then, such as once an hour, from one server.
    ///
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: ``PostgreSQL/PostgreSQLFailure``.
    @discardableResult
    public func prune(atMost most: Int = 10_000) async throws(PostgreSQLFailure) -> Int {
        try await pool.run(
            """
            DELETE FROM accepted_token WHERE transaction_id IN (
                SELECT transaction_id FROM accepted_token
                WHERE accepted_at < $1 ORDER BY accepted_at LIMIT $2
            )
            """,
            [
                .integer(retention.firstKept(at: clock.now).seconds),
                .integer(Int64(max(0, most))),
            ]
        ).affectedRows
    }

    /// The uniqueness of the row is the claim: of all that insert it at once, one succeeds, and
    /// the others wait until it is known which.
    private func insert(
        _ token: ClaimableToken,
        _ order: OrderReference,
        at now: UnixTime
    ) async throws(PostgreSQLFailure) -> Bool {
        try await pool.run(
            """
            INSERT INTO accepted_token (transaction_id, accepted_at, order_digest)
            VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
            """,
            [
                .bytes(token.transactionID.bytes), .integer(now.seconds), .bytes(order.digest),
            ]
        ).affectedRows == 1
    }

    private func holder(
        of token: ClaimableToken,
        from order: OrderReference
    ) async throws(ClaimFailure) -> TokenClaim? {
        do throws(PostgreSQLFailure) {
            let row = try await pool.run(
                "SELECT order_digest FROM accepted_token WHERE transaction_id = $1",
                [.bytes(token.transactionID.bytes)]
            ).row()
            guard let row else { return nil }
            return try row.bytes("order_digest") == order.digest ? .again : .takenByAnotherOrder
        } catch {
            // This claim stored nothing; which order has the token is not known.
            throw .notClaimed(ClaimFailure.Trouble(error))
        }
    }
}

extension ClaimFailure {
    /// What a failure of the server means for the claim.
    init(_ failure: PostgreSQLFailure) {
        let trouble = Trouble(failure)
        switch failure.effect {
        case .nothing: self = .notClaimed(trouble)
        case .unknown: self = .outcomeUnknown(trouble)
        }
    }
}

extension ClaimFailure.Trouble {
    /// What ails a server.
    init(_ failure: PostgreSQLFailure) {
        switch failure {
        case .unreachable, .connectionLost, .closed: self = .connection
        case .refused(let state), .serialization(let state), .statementRefused(let state):
            self = .server(sqlState: state.code)
        case .timedOut: self = .server(sqlState: "57014")
        case .transactionLost: self = .server(sqlState: "25P02")
        case .overloaded: self = .overloaded
        case .cancelled: self = .cancelled
        case .addressMalformed, .uniquenessViolated, .statementUnsupported, .tooBig, .severalRows,
            .columnMissing,
            .columnMismatch:
            self = .program
        }
    }
}
