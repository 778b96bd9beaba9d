internal import Money
public import PaymentToken
public import Storage
public import World

/// One attempt with its authorization and its amounts, as recorded at one moment.
public struct AttemptRecord: Hashable, Sendable {
    /// The authorization.
    public let authorization: ChargeOperation
    /// The merchant's reference, such as a cart's number.
    public let merchantReference: String
    /// The identifier of the token that was charged; for a stored credential that of the charge.
    public let transactionID: TransactionID
    /// The stored credential that was charged, or that the payment stored; nil for neither.
    public let credential: CredentialID?
    /// Whether a stored credential was charged, and no token.
    public let isLater: Bool
    /// The last four digits of the device account number; nil where the processor opened the token.
    public let accountSuffix: String?
    /// The merchant's own texts of the payment, as a JSON object; nil for none.
    public let metadata: String?
    /// The amounts.
    public let amounts: AttemptAmounts

    /// The attempt.
    public var attempt: AttemptID { authorization.attempt }
}

extension AttemptRecord {
    /// An attempt as it is recorded once it is authorized: nothing is captured, refunded or released.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - authorization: Its authorization, as it is recorded then.
    public init(justAuthorized attempt: AuthorizedAttempt, _ authorization: ChargeOperation) {
        let nothing = Money.zero(in: attempt.amount.currency)
        self.init(
            authorization: authorization,
            merchantReference: attempt.merchantReference,
            transactionID: attempt.transactionID,
            credential: attempt.credential,
            isLater: attempt.isLater,
            accountSuffix: attempt.accountSuffix,
            metadata: attempt.metadata,
            amounts: AttemptAmounts(
                authorized: attempt.amount,
                capturing: nothing,
                captured: nothing,
                refunding: nothing,
                refunded: nothing,
                isReleased: false
            )
        )
    }
}

extension ChargeStore {
    /// An attempt as it is recorded now, or nil if there is none.
    public func record(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> AttemptRecord? {
        try reader.one(
            """
            SELECT operation.*, merchant_reference, transaction_identifier, account_suffix,
                credential, metadata,
                (SELECT id FROM stored_credential
                WHERE stored_credential.attempt = operation.attempt) AS stored,
                authorized, capturing, captured, refunding, refunded, released, closed
            FROM operation
            JOIN attempt ON attempt.id = operation.attempt
            JOIN intent ON intent.id = operation.intent
            JOIN attempt_amount ON attempt_amount.attempt = operation.attempt
            WHERE operation.attempt = $1 AND kind = 'authorization'
            """,
            [.text(attempt.text)]
        ) { row throws(StorageFailure) in
            AttemptRecord(
                authorization: try ChargeOperation(row),
                merchantReference: try row.text("merchant_reference"),
                transactionID: try row.transactionID(),
                credential: try row.credential(),
                isLater: try row.textIfPresent("credential") != nil,
                accountSuffix: try row.textIfPresent("account_suffix"),
                metadata: try row.textIfPresent("metadata"),
                amounts: try AttemptAmounts(row)
            )
        }
    }

    /// Refunds of all attempts, the newest first.
    ///
    /// - Parameters:
    ///   - place: The time and the identifier of the refund after which they begin; nil for the newest.
    ///   - limit: The maximum number.
    ///   - reader: The transaction.
    /// - Returns: The refunds.
    /// - Throws: ``RecordFailure/storage(_:)``.
    public func refunds(
        after place: (time: UnixTime, id: OperationID)?,
        limit: Int,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE kind = 'refund' AND (prepared_at, id) < ($1, $2)
            ORDER BY prepared_at DESC, id DESC LIMIT $3
            """,
            [
                .integer(place?.time.seconds ?? .max), .text(place?.id.text ?? "~"),
                .integer(Int64(max(0, limit))),
            ],
            in: reader
        )
    }

    /// The captures, voids, refunds and the release of an attempt, in the order in which they were prepared.
    public func followUps(
        of attempt: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE attempt = $1 AND kind IN ('capture', 'void', 'refund', 'release')
            ORDER BY prepared_at, kind, number
            """,
            [.text(attempt.text)],
            in: reader
        )
    }
}
