internal import Storage

extension ChargeStore {
    /// Widens the table of operations to all kinds, each with its number, processor, amount and lease,
    /// and adds the amounts of attempts with their rules.
    ///
    /// - Source: SQLite, *ALTER TABLE*, "Making Other Kinds Of Table Schema Changes".
    static let operations = Migration(
        "operations",
        [
            .each(
                sqlite: [
                    """
                    CREATE TABLE operation_rebuilt (
                        id TEXT PRIMARY KEY,
                        attempt TEXT NOT NULL REFERENCES attempt (id),
                        intent TEXT NOT NULL REFERENCES intent (id),
                        kind TEXT NOT NULL CHECK (kind IN
                            ('authorization', 'capture', 'void', 'refund', 'reversal')),
                        number INTEGER NOT NULL CHECK (number > 0),
                        idempotency_key TEXT NOT NULL UNIQUE,
                        processor TEXT NOT NULL,
                        amount_minor_units INTEGER NOT NULL CHECK (amount_minor_units > 0),
                        currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
                        state TEXT NOT NULL CHECK (state IN
                            ('prepared', 'sent', 'approved', 'partiallyApproved', 'completed',
                             'mismatched', 'declined', 'notSent', 'unknown', 'reversing', 'reversed',
                             'reversalRefused', 'voided')),
                        authorization_code TEXT,
                        network_reference TEXT,
                        approved_minor_units INTEGER,
                        decline_reason TEXT,
                        mismatch TEXT,
                        reversal_reason TEXT,
                        prepared_at INTEGER NOT NULL,
                        changed_at INTEGER NOT NULL,
                        tries INTEGER NOT NULL,
                        due_at INTEGER,
                        lease_owner TEXT,
                        CHECK (state NOT IN ('approved', 'partiallyApproved')
                            OR (authorization_code IS NOT NULL AND network_reference IS NOT NULL)),
                        CHECK (state <> 'partiallyApproved' OR (approved_minor_units > 0
                            AND approved_minor_units < amount_minor_units)),
                        CHECK ((state = 'declined') = (decline_reason IS NOT NULL)),
                        CHECK (state <> 'mismatched' OR mismatch IS NOT NULL),
                        CHECK (state NOT IN ('reversing', 'reversed', 'reversalRefused')
                            OR reversal_reason IS NOT NULL),
                        CHECK (kind = 'authorization' OR state NOT IN ('approved', 'partiallyApproved',
                            'reversing', 'reversed', 'reversalRefused', 'voided')),
                        CHECK (kind <> 'authorization' OR state <> 'completed'),
                        CHECK (state NOT IN ('prepared', 'sent', 'unknown') OR due_at IS NOT NULL)
                    ) STRICT
                    """,
                    """
                    INSERT INTO operation_rebuilt
                    SELECT operation.id, attempt, intent, kind, 1, idempotency_key, 'unrecorded',
                        amount_minor_units, currency_code, state, authorization_code, network_reference,
                        NULL, decline_reason, NULL, NULL, prepared_at, changed_at, 0,
                        CASE WHEN state IN ('prepared', 'sent', 'unknown') THEN prepared_at END, NULL
                    FROM operation JOIN intent ON intent.id = operation.intent
                    """,
                    "DROP TABLE operation",
                    "ALTER TABLE operation_rebuilt RENAME TO operation",
                ],
                postgreSQL: [
                    "DROP TRIGGER operation_event ON operation",
                    "DROP TRIGGER operation_settled ON operation",
                    "DROP TRIGGER operation_identity ON operation",
                    "DROP INDEX operation_attempt",
                    "DROP INDEX operation_intent",
                    "DROP INDEX operation_unsettled",
                    """
                    ALTER TABLE operation
                        DROP CONSTRAINT operation_kind_check,
                        DROP CONSTRAINT operation_state_check,
                        DROP CONSTRAINT operation_check,
                        DROP CONSTRAINT operation_check1,
                        DROP CONSTRAINT operation_check2,
                        ADD COLUMN number bigint NOT NULL DEFAULT 1,
                        ADD COLUMN processor text NOT NULL DEFAULT 'unrecorded',
                        ADD COLUMN amount_minor_units bigint,
                        ADD COLUMN currency_code text,
                        ADD COLUMN approved_minor_units bigint,
                        ADD COLUMN mismatch text,
                        ADD COLUMN reversal_reason text,
                        ADD COLUMN tries bigint NOT NULL DEFAULT 0,
                        ADD COLUMN due_at bigint,
                        ADD COLUMN lease_owner text
                    """,
                    """
                    UPDATE operation SET amount_minor_units = intent.amount_minor_units,
                        currency_code = intent.currency_code,
                        due_at = CASE WHEN state IN ('prepared', 'sent', 'unknown') THEN prepared_at END
                    FROM intent WHERE intent.id = operation.intent
                    """,
                    """
                    ALTER TABLE operation
                        ALTER COLUMN number DROP DEFAULT,
                        ALTER COLUMN processor DROP DEFAULT,
                        ALTER COLUMN tries DROP DEFAULT,
                        ALTER COLUMN amount_minor_units SET NOT NULL,
                        ALTER COLUMN currency_code SET NOT NULL,
                        ADD CHECK (kind IN ('authorization', 'capture', 'void', 'refund', 'reversal')),
                        ADD CHECK (number > 0),
                        ADD CHECK (amount_minor_units > 0),
                        ADD CHECK (length(currency_code) = 3),
                        ADD CHECK (state IN
                            ('prepared', 'sent', 'approved', 'partiallyApproved', 'completed',
                             'mismatched', 'declined', 'notSent', 'unknown', 'reversing', 'reversed',
                             'reversalRefused', 'voided')),
                        ADD CHECK (state NOT IN ('approved', 'partiallyApproved')
                            OR (authorization_code IS NOT NULL AND network_reference IS NOT NULL)),
                        ADD CHECK (state <> 'partiallyApproved' OR (approved_minor_units > 0
                            AND approved_minor_units < amount_minor_units)),
                        ADD CHECK ((state = 'declined') = (decline_reason IS NOT NULL)),
                        ADD CHECK (state <> 'mismatched' OR mismatch IS NOT NULL),
                        ADD CHECK (state NOT IN ('reversing', 'reversed', 'reversalRefused')
                            OR reversal_reason IS NOT NULL),
                        ADD CHECK (kind = 'authorization' OR state NOT IN ('approved', 'partiallyApproved',
                            'reversing', 'reversed', 'reversalRefused', 'voided')),
                        ADD CHECK (kind <> 'authorization' OR state <> 'completed'),
                        ADD CHECK (state NOT IN ('prepared', 'sent', 'unknown') OR due_at IS NOT NULL)
                    """,
                ]
            ),
            "CREATE UNIQUE INDEX operation_number ON operation (attempt, kind, number)",
            """
            CREATE UNIQUE INDEX operation_authorization ON operation (attempt)
            WHERE kind = 'authorization'
            """,
            """
            CREATE UNIQUE INDEX operation_intent ON operation (intent)
            WHERE kind = 'authorization'
                AND state NOT IN ('declined', 'notSent', 'reversed', 'voided')
            """,
            """
            CREATE UNIQUE INDEX operation_reversal ON operation (attempt)
            WHERE kind = 'reversal'
            """,
            """
            CREATE UNIQUE INDEX operation_void ON operation (attempt)
            WHERE kind = 'void' AND state NOT IN ('declined', 'notSent')
            """,
            "CREATE INDEX operation_due ON operation (due_at) WHERE due_at IS NOT NULL",
            .each(
                sqlite: [
                    """
                    CREATE TABLE attempt_amount (
                        attempt TEXT PRIMARY KEY REFERENCES attempt (id),
                        authorized INTEGER NOT NULL,
                        capturing INTEGER NOT NULL CHECK (capturing >= 0),
                        captured INTEGER NOT NULL CHECK (captured >= 0),
                        refunding INTEGER NOT NULL CHECK (refunding >= 0),
                        refunded INTEGER NOT NULL CHECK (refunded >= 0),
                        released INTEGER NOT NULL CHECK (released IN (0, 1)),
                        CHECK (capturing + captured <= authorized),
                        CHECK (refunding + refunded <= captured),
                        CHECK (released = 0 OR capturing + captured = 0)
                    ) STRICT
                    """
                ],
                postgreSQL: [
                    """
                    CREATE TABLE attempt_amount (
                        attempt text PRIMARY KEY REFERENCES attempt (id),
                        authorized bigint NOT NULL,
                        capturing bigint NOT NULL CHECK (capturing >= 0),
                        captured bigint NOT NULL CHECK (captured >= 0),
                        refunding bigint NOT NULL CHECK (refunding >= 0),
                        refunded bigint NOT NULL CHECK (refunded >= 0),
                        released bigint NOT NULL CHECK (released IN (0, 1)),
                        CHECK (capturing + captured <= authorized),
                        CHECK (refunding + refunded <= captured),
                        CHECK (released = 0 OR capturing + captured = 0)
                    )
                    """
                ]
            ),
            """
            INSERT INTO attempt_amount
            SELECT attempt, CASE WHEN state = 'approved' THEN amount_minor_units ELSE 0 END,
                0, 0, 0, 0, 0
            FROM operation
            """,
        ]
    )
}
