public import Storage

extension ChargeStore {
    /// Adds the reference of settlement files to operations: null in what an older version recorded,
    /// and empty where there is none.
    static let settlementReferences = Migration(
        "settlement-references",
        [
            .each(
                sqlite: [
                    "ALTER TABLE operation ADD COLUMN settlement_reference TEXT",
                    """
                    CREATE TRIGGER operation_reference
                    BEFORE UPDATE OF settlement_reference ON operation
                    WHEN OLD.settlement_reference IS NOT NULL
                    BEGIN SELECT raise(ABORT, 'an operation stays what it is'); END
                    """,
                ],
                postgreSQL: [
                    "ALTER TABLE operation ADD COLUMN settlement_reference text",
                    """
                    CREATE TRIGGER operation_reference
                    BEFORE UPDATE OF settlement_reference ON operation
                    FOR EACH ROW WHEN (OLD.settlement_reference IS NOT NULL)
                    EXECUTE FUNCTION refuse_charging_change()
                    """,
                ]
            ),
            """
            CREATE INDEX operation_settlement_reference ON operation (settlement_reference)
            WHERE settlement_reference <> ''
            """,
            """
            CREATE INDEX operation_without_reference ON operation (processor)
            WHERE settlement_reference IS NULL AND kind = 'authorization'
            """,
        ]
    )

    /// The authorizations that a processor's settlement files name by a reference: nearly always none
    /// or one.
    public func authorizations(
        settlementReference: String,
        of processor: ProcessorName,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE settlement_reference = $1 AND settlement_reference <> ''
              AND kind = 'authorization' AND processor IN ($2, 'unrecorded')
            ORDER BY prepared_at, id LIMIT 10
            """,
            [.text(settlementReference), .text(processor.text)],
            in: reader
        )
    }

    /// Some authorizations of a processor that an older version recorded without a reference.
    public func authorizationsWithoutReference(
        of processor: ProcessorName,
        limit: Int,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(ChargeFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE settlement_reference IS NULL AND kind = 'authorization'
              AND processor IN ($1, 'unrecorded')
            LIMIT $2
            """,
            [.text(processor.text), .integer(Int64(max(0, limit)))],
            in: reader
        )
    }

    /// Gives an authorization that an older version recorded its reference.
    public func record(
        settlementReference: String,
        of authorization: OperationID,
        in transaction: borrowing Transaction
    ) throws(ChargeFailure) {
        do throws(StorageFailure) {
            try transaction.execute(
                """
                UPDATE operation SET settlement_reference = $2
                WHERE id = $1 AND settlement_reference IS NULL
                """,
                [.text(authorization.text), .text(settlementReference)]
            )
        } catch { throw .storage(error) }
    }
}
