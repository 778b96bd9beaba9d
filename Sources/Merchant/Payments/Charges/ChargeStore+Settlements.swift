public import Storage

extension ChargeStore {
    /// The second `kind` lets SQLite use the index on `network_reference`, which is of authorizations only.
    static let settledAuthorizations: StaticString = """
        SELECT * FROM operation
        WHERE kind = 'authorization' AND processor = $2
            AND (settlement_reference = $1 OR idempotency_key = $3
                OR (network_reference = $1 AND kind = 'authorization'))
        ORDER BY prepared_at, id LIMIT 10
        """

    /// The authorizations that a processor's settlement files name by a reference, by the processor's name
    /// of the payment, or by their key: nearly always none or one.
    public func authorizations(
        settlementReference: String,
        orKey key: String? = nil,
        of processor: ProcessorName,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            Self.settledAuthorizations,
            [.text(settlementReference), .text(processor.text), .init(key)],
            in: reader
        )
    }
}
