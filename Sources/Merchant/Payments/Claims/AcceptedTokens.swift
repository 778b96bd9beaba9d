internal import PaymentToken
public import Storage
public import World

/// The table of accepted tokens in a database, for servers that claim a token inside a
/// transaction of their own, such as the one that records the charge.
///
/// A token's identifier, a digest of the order's reference and the time are kept; nothing else of
/// token or order.
///
/// - Source: Apple, *Payment token format reference*, the last step: a transaction identifier
///   must not have been credited before.
public struct AcceptedTokens: Sendable {
    /// The tables.
    public static let migrations = MigrationSeries(
        module: "token-intake",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE accepted_token (
                        transaction_id BLOB PRIMARY KEY CHECK (length(transaction_id) = 32),
                        accepted_at INTEGER NOT NULL,
                        order_digest BLOB NOT NULL CHECK (length(order_digest) = 32)
                    ) STRICT, WITHOUT ROWID
                    """,
                    "CREATE INDEX accepted_token_time ON accepted_token (accepted_at)",
                    // What was removed must not become acceptable again when a clock goes back.
                    """
                    CREATE TABLE accepted_token_removal (
                        single INTEGER PRIMARY KEY CHECK (single = 1),
                        latest INTEGER NOT NULL
                    ) STRICT
                    """,
                ]
            )
        ]
    )

    private let clock: any WallClock
    private let retention: ClaimRetention

    /// A table that takes its times from a clock.
    ///
    /// - Parameters:
    ///   - clock: Tells the time.
    ///   - retention: How long claims are kept before ``prune(atMost:in:)`` may remove them. Its
    ///     window must be the verifier's.
    public init(clock: any WallClock, retention: ClaimRetention = .long) {
        self.clock = clock
        self.retention = retention
    }

    /// Which order claimed a token, compared with an order; nil if none did.
    ///
    /// The answer can be outdated at once; only ``claim(_:for:in:)`` is decisive.
    ///
    /// - Throws: A ``Storage/StorageFailure`` in the reader's error type.
    public func holder<Failure>(
        of token: ClaimableToken,
        from order: OrderReference,
        in reader: borrowing some Queryable<Failure> & ~Copyable
    ) throws(Failure) -> TokenClaim? {
        try reader.one(
            "SELECT order_digest FROM accepted_token WHERE transaction_id = $1",
            [.bytes(token.transactionID.bytes)]
        ) { row throws(StorageFailure) in
            try row.bytes("order_digest") == order.digest ? .again : .takenByAnotherOrder
        }
    }

    /// Claims a token for an order, once.
    ///
    /// - Throws: ``ClaimFailure``.
    public func claim<Failure>(
        _ token: ClaimableToken,
        for order: OrderReference,
        in transaction: borrowing Transaction<Failure>
    ) throws(ClaimFailure) -> TokenClaim {
        let transaction = transaction.throwing(ClaimFailure.self)
        let now = clock.now
        let latest = max(now, try lastRemoval(in: transaction) ?? now)
        guard retention.remembers(signedAt: token.signedAt, at: latest) else {
            throw .notFresh(signedAt: token.signedAt, checkedAt: latest)
        }
        let added = try transaction.execute(
            """
            INSERT INTO accepted_token (transaction_id, accepted_at, order_digest)
            VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
            """,
            [
                .bytes(token.transactionID.bytes), .integer(latest.seconds),
                .bytes(order.digest),
            ]
        )
        if added == 1 { return .first }
        return try holder(of: token, from: order, in: transaction) ?? .takenByAnotherOrder
    }

    /// Removes claims on tokens that can no longer be sent again, oldest first.
    ///
    /// The time of the removal is kept. Claims are never judged by an earlier time than the latest of
    /// a removal, so a clock that jumps forward and back makes no token acceptable again.
    ///
    /// - Parameters:
    ///   - most: The maximum number to remove, so that other writers do not wait long.
    ///   - transaction: Where to remove them.
    /// - Returns: How many were removed; fewer than `most` once there are no more.
    /// - Throws: A ``Storage/StorageFailure`` in the transaction's error type.
    public func prune<Failure>(
        atMost most: Int,
        in transaction: borrowing Transaction<Failure>
    ) throws(Failure) -> Int {
        let now = clock.now
        let removed = try transaction.execute(
            """
            DELETE FROM accepted_token WHERE transaction_id IN (
                SELECT transaction_id FROM accepted_token
                WHERE accepted_at < $1 ORDER BY accepted_at LIMIT $2
            )
            """,
            [
                .integer(retention.firstKept(at: now).seconds),
                .integer(Int64(max(0, most))),
            ]
        )
        guard removed > 0 else { return 0 }
        try transaction.execute(
            """
            INSERT INTO accepted_token_removal (single, latest) VALUES (1, $1)
            ON CONFLICT (single) DO UPDATE SET latest = CASE
                WHEN accepted_token_removal.latest < excluded.latest THEN excluded.latest
                ELSE accepted_token_removal.latest END
            """,
            [.integer(now.seconds)]
        )
        return removed
    }

    private func lastRemoval(
        in transaction: borrowing Transaction<ClaimFailure>
    ) throws(ClaimFailure) -> UnixTime? {
        try transaction.one("SELECT latest FROM accepted_token_removal") {
            row throws(StorageFailure) in UnixTime(seconds: try row.integer("latest"))
        }
    }
}
