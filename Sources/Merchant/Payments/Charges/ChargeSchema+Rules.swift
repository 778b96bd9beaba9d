internal import Storage

extension ChargeStore {
    /// An operation stays what it is, and its state changes as ``OperationState/mayBecome(_:)`` permits.
    static let operationRules: [SchemaStatement] = [
        .refusal(
            "operation_transition",
            of: "UPDATE OF state ON operation",
            when: "OLD.state <> NEW.state AND NOT (\(permittedChanges))"
        ),
        .unchanging(
            "operation",
            columns: """
                id, attempt, intent, kind, number, idempotency_key, amount_minor_units, \
                currency_code, is_final, prepared_at
                """
        ),
        // Another processor takes over while no one answered: see ``ChargeStore/handOver(_:to:in:)``.
        .refusal(
            "operation_processor",
            of: "UPDATE OF processor, captures_once, settlement_reference ON operation",
            when: """
                (OLD.processor <> NEW.processor OR OLD.captures_once <> NEW.captures_once
                    OR OLD.settlement_reference IS DISTINCT FROM NEW.settlement_reference)
                AND NOT (OLD.kind = 'authorization' AND OLD.state = 'sent' AND NEW.state = 'sent')
                """
        ),
        .refusal(
            "hold_end",
            of: "UPDATE OF hold_ended ON operation",
            when: "OLD.hold_ended IS NOT NULL"
        ),
        .unchanging("attempt"),
        .unchanging("intent"),
    ]

    /// Any change of state that ``OperationState/mayBecome(_:)`` permits.
    private static let permittedChanges = SchemaText.any(
        of: OperationState.Name.allCases.compactMap { state in
            let next = OperationState.Name.allCases.filter(state.mayBecome)
            return next.isEmpty ? nil : "OLD.state = \(state) AND NEW.state IN \(next)"
        }
    )
}
