public import Storage

extension ChargeStore {
    /// The authorizations that a processor's settlement files name by a reference, by the processor's name
    /// of the payment, or by their key: nearly always none or one.
    public func authorizations(
        settlementReference: String,
        orKey key: String? = nil,
        of processor: ProcessorName,
        in reader: borrowing some Queryable & ~Copyable
    ) throws(RecordFailure) -> [ChargeOperation] {
        try operations(
            """
            SELECT * FROM operation
            WHERE kind = 'authorization' AND processor = $2
                AND (settlement_reference = $1 OR network_reference = $1 OR idempotency_key = $3)
            ORDER BY prepared_at, id LIMIT 10
            """,
            [.text(settlementReference), .text(processor.text), .init(key)],
            in: reader
        )
    }
}
