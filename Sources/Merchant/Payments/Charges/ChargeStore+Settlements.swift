public import Storage

extension ChargeStore {
    /// The authorizations that a processor's settlement files name by a reference: nearly always none
    /// or one.
    public func authorizations(
        settlementReference: String,
        of processor: ProcessorName,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE settlement_reference = $1 AND kind = 'authorization' AND processor = $2
            ORDER BY prepared_at, id LIMIT 10
            """,
            [.text(settlementReference), .text(processor.text)],
            in: reader
        )
    }
}
