internal import Storage

extension ChargeStore {
    /// The tables of what processors say unasked.
    static let statementTables: [SchemaStatement] = [
        // A payment whose statement is to be read. A message that comes meanwhile counts `messages` up, which begins at
        // a random number, so that no row is taken for an earlier one.
        """
        CREATE TABLE processor_notice (
            attempt TEXT PRIMARY KEY REFERENCES attempt (id),
            messages INTEGER NOT NULL CHECK (messages > 0),
            due_at INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX processor_notice_due ON processor_notice (due_at)",
        """
        CREATE TABLE dispute (
            attempt TEXT NOT NULL REFERENCES attempt (id),
            reference TEXT NOT NULL,
            action TEXT,
            amount_minor_units INTEGER NOT NULL CHECK (amount_minor_units > 0),
            currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
            state TEXT NOT NULL CHECK (state IN \(DisputeState.self)),
            opened_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            PRIMARY KEY (attempt, reference)
        ) STRICT
        """,
        .unchanging("dispute", columns: "attempt, reference, opened_at"),
        .refusal(
            "dispute_transition",
            of: "UPDATE OF state ON dispute",
            when: "OLD.state <> NEW.state AND OLD.state <> 'open'"
        ),
        """
        CREATE INDEX operation_network_reference ON operation (network_reference)
        WHERE kind = 'authorization' AND network_reference IS NOT NULL
        """,
    ]
}
