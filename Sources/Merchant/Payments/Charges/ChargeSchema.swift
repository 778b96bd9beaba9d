public import Storage

extension ChargeStore {
    /// The tables of charging.
    ///
    /// No column holds an account number, a cryptogram or a token: only the last four digits.
    ///
    /// - Source: PCI DSS 4.0.1, requirements 3.3.1 and 3.4.1.
    public static let migrations = MigrationSeries(
        module: "charging",
        [records, appendOnly, operations, rules, addressChecks, settlementReferences]
    )

    private static let addressChecks = Migration(
        "address-checks",
        ["ALTER TABLE operation ADD COLUMN address_check TEXT"]
    )

    private static let records = Migration(
        "records",
        [
            .each(
                sqlite: [
                    """
                    CREATE TABLE intent (
                        id TEXT PRIMARY KEY,
                        merchant_reference TEXT NOT NULL UNIQUE,
                        amount_minor_units INTEGER NOT NULL CHECK (amount_minor_units > 0),
                        currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
                        created_at INTEGER NOT NULL
                    ) STRICT
                    """
                ],
                postgreSQL: [
                    """
                    CREATE TABLE intent (
                        id text PRIMARY KEY,
                        merchant_reference text NOT NULL UNIQUE,
                        amount_minor_units bigint NOT NULL CHECK (amount_minor_units > 0),
                        currency_code text NOT NULL CHECK (length(currency_code) = 3),
                        created_at bigint NOT NULL
                    )
                    """
                ]
            ),
            .each(
                sqlite: [
                    """
                    CREATE TABLE attempt (
                        id TEXT PRIMARY KEY,
                        intent TEXT NOT NULL REFERENCES intent (id),
                        transaction_identifier BLOB NOT NULL UNIQUE
                            CHECK (length(transaction_identifier) = 32),
                        account_suffix TEXT NOT NULL CHECK (length(account_suffix) = 4),
                        created_at INTEGER NOT NULL
                    ) STRICT
                    """
                ],
                postgreSQL: [
                    """
                    CREATE TABLE attempt (
                        id text PRIMARY KEY,
                        intent text NOT NULL REFERENCES intent (id),
                        transaction_identifier bytea NOT NULL UNIQUE
                            CHECK (length(transaction_identifier) = 32),
                        account_suffix text NOT NULL CHECK (length(account_suffix) = 4),
                        created_at bigint NOT NULL
                    )
                    """
                ]
            ),
            "CREATE INDEX attempt_intent ON attempt (intent)",
            .each(
                sqlite: [
                    """
                    CREATE TABLE operation (
                        id TEXT PRIMARY KEY,
                        attempt TEXT NOT NULL REFERENCES attempt (id),
                        intent TEXT NOT NULL REFERENCES intent (id),
                        kind TEXT NOT NULL CHECK (kind IN ('authorization')),
                        idempotency_key TEXT NOT NULL UNIQUE,
                        state TEXT NOT NULL CHECK (state IN
                            ('prepared', 'sent', 'approved', 'declined', 'notSent', 'unknown')),
                        authorization_code TEXT,
                        network_reference TEXT,
                        decline_reason TEXT,
                        prepared_at INTEGER NOT NULL,
                        changed_at INTEGER NOT NULL,
                        CHECK ((state = 'approved') = (authorization_code IS NOT NULL)),
                        CHECK ((state = 'approved') = (network_reference IS NOT NULL)),
                        CHECK ((state = 'declined') = (decline_reason IS NOT NULL))
                    ) STRICT
                    """
                ],
                postgreSQL: [
                    """
                    CREATE TABLE operation (
                        id text PRIMARY KEY,
                        attempt text NOT NULL REFERENCES attempt (id),
                        intent text NOT NULL REFERENCES intent (id),
                        kind text NOT NULL CHECK (kind IN ('authorization')),
                        idempotency_key text NOT NULL UNIQUE,
                        state text NOT NULL CHECK (state IN
                            ('prepared', 'sent', 'approved', 'declined', 'notSent', 'unknown')),
                        authorization_code text,
                        network_reference text,
                        decline_reason text,
                        prepared_at bigint NOT NULL,
                        changed_at bigint NOT NULL,
                        CHECK ((state = 'approved') = (authorization_code IS NOT NULL)),
                        CHECK ((state = 'approved') = (network_reference IS NOT NULL)),
                        CHECK ((state = 'declined') = (decline_reason IS NOT NULL))
                    )
                    """
                ]
            ),
            // One authorization for an attempt, and for an intent one that is not declined or unsent.
            "CREATE UNIQUE INDEX operation_attempt ON operation (attempt, kind)",
            """
            CREATE UNIQUE INDEX operation_intent ON operation (intent, kind)
            WHERE state NOT IN ('declined', 'notSent')
            """,
            """
            CREATE INDEX operation_unsettled ON operation (prepared_at)
            WHERE state IN ('prepared', 'sent', 'unknown')
            """,
            .each(
                sqlite: [
                    """
                    CREATE TABLE operation_event (
                        operation TEXT NOT NULL REFERENCES operation (id),
                        sequence INTEGER NOT NULL,
                        state TEXT NOT NULL,
                        time INTEGER NOT NULL,
                        PRIMARY KEY (operation, sequence)
                    ) STRICT
                    """
                ],
                postgreSQL: [
                    """
                    CREATE TABLE operation_event (
                        operation text NOT NULL REFERENCES operation (id),
                        sequence bigint NOT NULL,
                        state text NOT NULL,
                        time bigint NOT NULL,
                        PRIMARY KEY (operation, sequence)
                    )
                    """
                ]
            ),
        ]
    )

    private static let appendOnly = Migration(
        "append-only",
        [
            .each(
                sqlite: [
                    """
                    CREATE TRIGGER operation_begins AFTER INSERT ON operation
                    BEGIN
                        INSERT INTO operation_event VALUES (NEW.id, 1, NEW.state, NEW.changed_at);
                    END
                    """,
                    """
                    CREATE TRIGGER operation_changes AFTER UPDATE ON operation
                    BEGIN
                        INSERT INTO operation_event
                        SELECT NEW.id, max(sequence) + 1, NEW.state, NEW.changed_at
                        FROM operation_event WHERE operation = NEW.id;
                    END
                    """,
                    """
                    CREATE TRIGGER operation_settled BEFORE UPDATE ON operation
                    WHEN OLD.state IN ('approved', 'declined', 'notSent')
                    BEGIN SELECT raise(ABORT, 'a settled operation stays as it is'); END
                    """,
                    """
                    CREATE TRIGGER operation_identity
                    BEFORE UPDATE OF id, attempt, intent, kind, idempotency_key, prepared_at ON operation
                    BEGIN SELECT raise(ABORT, 'an operation stays what it is'); END
                    """,
                    """
                    CREATE TRIGGER operation_stays BEFORE DELETE ON operation
                    BEGIN SELECT raise(ABORT, 'operations stay'); END
                    """,
                    """
                    CREATE TRIGGER operation_event_fixed BEFORE UPDATE ON operation_event
                    BEGIN SELECT raise(ABORT, 'history stays as it is'); END
                    """,
                    """
                    CREATE TRIGGER operation_event_stays BEFORE DELETE ON operation_event
                    BEGIN SELECT raise(ABORT, 'history stays'); END
                    """,
                    """
                    CREATE TRIGGER attempt_fixed BEFORE UPDATE ON attempt
                    BEGIN SELECT raise(ABORT, 'an attempt stays as it is'); END
                    """,
                    """
                    CREATE TRIGGER attempt_stays BEFORE DELETE ON attempt
                    BEGIN SELECT raise(ABORT, 'attempts stay'); END
                    """,
                    """
                    CREATE TRIGGER intent_fixed BEFORE UPDATE ON intent
                    BEGIN SELECT raise(ABORT, 'an intent stays as it is'); END
                    """,
                    """
                    CREATE TRIGGER intent_stays BEFORE DELETE ON intent
                    BEGIN SELECT raise(ABORT, 'intents stay'); END
                    """,
                ],
                postgreSQL: [
                    """
                    CREATE FUNCTION record_operation_event() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        INSERT INTO operation_event (operation, sequence, state, time)
                        SELECT NEW.id, coalesce(max(sequence), 0) + 1, NEW.state, NEW.changed_at
                        FROM operation_event WHERE operation = NEW.id;
                        RETURN NULL;
                    END $$
                    """,
                    """
                    CREATE TRIGGER operation_event AFTER INSERT OR UPDATE ON operation
                    FOR EACH ROW EXECUTE FUNCTION record_operation_event()
                    """,
                    """
                    CREATE FUNCTION refuse_charging_change() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN RAISE EXCEPTION 'the records of charging stay as they are'; END $$
                    """,
                    """
                    CREATE TRIGGER operation_settled BEFORE UPDATE ON operation FOR EACH ROW
                    WHEN (OLD.state IN ('approved', 'declined', 'notSent'))
                    EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE TRIGGER operation_identity
                    BEFORE UPDATE OF id, attempt, intent, kind, idempotency_key, prepared_at
                    ON operation FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE TRIGGER operation_stays BEFORE DELETE ON operation
                    FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE TRIGGER operation_event_fixed BEFORE UPDATE OR DELETE ON operation_event
                    FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE TRIGGER attempt_fixed BEFORE UPDATE OR DELETE ON attempt
                    FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE TRIGGER intent_fixed BEFORE UPDATE OR DELETE ON intent
                    FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                ]
            )
        ]
    )
}
