public import PaymentToken
public import Storage
public import World

/// Remembers which tokens were accepted, so that none is accepted twice.
///
/// The claim is the database's: two servers on one file accept a token once. Identifiers are kept
/// for ever, as raw bytes; nothing else of a token is kept.
///
/// - Source: Apple, *Payment token format reference*, the last step: a transaction identifier
///   must not have been credited before.
public struct ReplayStore: Sendable {
    /// The table of accepted tokens.
    public static let migrations = MigrationSeries(
        room: "token-intake",
        [
            Migration(
                "accepted-tokens",
                [
                    """
                    CREATE TABLE accepted_token (
                        transaction_id BLOB PRIMARY KEY CHECK (length(transaction_id) = 32),
                        accepted_at INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID
                    """
                ]
            )
        ]
    )

    private let clock: any WallClock

    /// A store that takes its times from a clock.
    public init(clock: any WallClock) { self.clock = clock }

    /// Whether a token was accepted. Only ``claim(_:in:)`` makes sure.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func isClaimed(
        _ transactionID: TransactionID,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(StorageFailure) -> Bool {
        let row = try reader.row(
            "SELECT accepted_at FROM accepted_token WHERE transaction_id = ?1",
            [.bytes(transactionID.bytes)]
        )
        return row != nil
    }

    /// Accepts a token, once.
    ///
    /// - Returns: False where it was accepted before.
    /// - Throws: ``Storage/StorageFailure``.
    public func claim(
        _ transactionID: TransactionID,
        in transaction: borrowing Transaction
    ) throws(StorageFailure) -> Bool {
        guard try !isClaimed(transactionID, in: transaction) else { return false }
        try transaction.execute(
            "INSERT INTO accepted_token (transaction_id, accepted_at) VALUES (?1, ?2)",
            [.bytes(transactionID.bytes), .integer(clock.now.seconds)]
        )
        return true
    }
}
