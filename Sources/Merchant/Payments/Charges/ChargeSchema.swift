public import Storage

extension ChargeStore {
    /// The tables of charging.
    ///
    /// No column holds an account number, a cryptogram or a token: only the last four digits. A stored
    /// credential is sealed.
    ///
    /// - Source: PCI DSS 4.0.1, requirements 3.3.1 and 3.4.1.
    public static let migrations = MigrationSeries(
        module: "charging",
        [
            Migration(
                "tables",
                tables + indexes + statementTables + credentialTables
                    + operationRules + amountRules + [
                        .keeping("attempt_amount"),
                        .refusal(
                            "capture_after_final",
                            of: "UPDATE OF capturing ON attempt_amount",
                            when: "OLD.closed = 1 AND NEW.capturing > OLD.capturing"
                        ),
                        .refusal(
                            "void_without_rest",
                            of: "UPDATE OF closed ON attempt_amount",
                            when: """
                                NEW.closed > OLD.closed AND NEW.capturing = OLD.capturing
                                    AND (OLD.capturing > 0 OR OLD.captured = OLD.authorized)
                                """
                        ),
                    ]
            )
        ]
    )

    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE intent (
            id TEXT PRIMARY KEY,
            merchant_reference TEXT NOT NULL UNIQUE,
            amount_minor_units INTEGER NOT NULL CHECK (amount_minor_units > 0),
            currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
            created_at INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE attempt (
            id TEXT PRIMARY KEY,
            intent TEXT NOT NULL REFERENCES intent (id),
            transaction_identifier BLOB NOT NULL UNIQUE
                CHECK (length(transaction_identifier) = 32),
            account_suffix TEXT CHECK (length(account_suffix) = 4),
            credential TEXT,
            metadata TEXT,
            created_at INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE operation (
            id TEXT PRIMARY KEY,
            attempt TEXT NOT NULL REFERENCES attempt (id),
            intent TEXT NOT NULL REFERENCES intent (id),
            kind TEXT NOT NULL CHECK (kind IN \(OperationKind.self)),
            number INTEGER NOT NULL CHECK (number > 0),
            idempotency_key TEXT NOT NULL UNIQUE,
            processor TEXT NOT NULL,
            amount_minor_units INTEGER NOT NULL CHECK (amount_minor_units > 0),
            currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
            settlement_reference TEXT,
            captures_once INTEGER NOT NULL DEFAULT 0 CHECK (captures_once IN (0, 1)),
            is_final INTEGER NOT NULL DEFAULT 0 CHECK (is_final IN (0, 1)),
            state TEXT NOT NULL CHECK (state IN \(OperationState.Name.self)),
            authorization_code TEXT,
            network_reference TEXT,
            approved_minor_units INTEGER,
            address_check TEXT,
            hold_ends_at INTEGER,
            hold_ended INTEGER CHECK (hold_ended IN (0, 1)),
            decline_reason TEXT,
            processor_code TEXT CHECK (length(processor_code) BETWEEN 1 AND 64),
            mismatch TEXT,
            reversal_reason TEXT,
            prepared_at INTEGER NOT NULL,
            changed_at INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            due_at INTEGER,
            lease_owner TEXT,
            CHECK (state NOT IN ('approved', 'partiallyApproved')
                OR network_reference IS NOT NULL),
            CHECK (state <> 'partiallyApproved' OR (approved_minor_units > 0
                AND approved_minor_units < amount_minor_units)),
            CHECK ((state = 'declined') = (decline_reason IS NOT NULL)),
            CHECK (state = 'declined' OR processor_code IS NULL),
            CHECK (state <> 'mismatched' OR mismatch IS NOT NULL),
            CHECK (state NOT IN ('reversing', 'reversed', 'reversalRefused')
                OR reversal_reason IS NOT NULL),
            CHECK (kind = 'authorization' OR state NOT IN ('approved', 'partiallyApproved',
                'reversing', 'reversed', 'reversalRefused', 'voided')),
            CHECK (kind <> 'authorization' OR state <> 'completed'),
            CHECK (kind = 'authorization' OR hold_ends_at IS NULL),
            CHECK (state NOT IN ('prepared', 'sent', 'unknown') OR due_at IS NOT NULL)
        ) STRICT
        """,
        """
        CREATE TABLE attempt_amount (
            attempt TEXT PRIMARY KEY REFERENCES attempt (id),
            authorized INTEGER NOT NULL,
            capturing INTEGER NOT NULL CHECK (capturing >= 0),
            captured INTEGER NOT NULL CHECK (captured >= 0),
            refunding INTEGER NOT NULL CHECK (refunding >= 0),
            refunded INTEGER NOT NULL CHECK (refunded >= 0),
            released INTEGER NOT NULL CHECK (released IN (0, 1)),
            closed INTEGER NOT NULL CHECK (closed IN (0, 1)),
            CHECK (capturing + captured <= authorized),
            CHECK (refunding + refunded <= captured),
            CHECK (released = 0 OR capturing + captured = 0)
        ) STRICT
        """,
    ]

    private static let indexes: [SchemaStatement] = [
        "CREATE INDEX attempt_intent ON attempt (intent)",
        "CREATE UNIQUE INDEX operation_number ON operation (attempt, kind, number)",
        """
        CREATE UNIQUE INDEX operation_authorization ON operation (attempt)
        WHERE kind = 'authorization'
        """,
        // An intent has one authorization that may hold an amount.
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
        "CREATE INDEX operation_refund ON operation (prepared_at, id) WHERE kind = 'refund'",
        """
        CREATE INDEX operation_hold_end ON operation (hold_ends_at)
        WHERE hold_ends_at IS NOT NULL AND hold_ended IS NULL
        """,
        """
        CREATE INDEX operation_due ON operation (due_at, processor) WHERE due_at IS NOT NULL
        """,
        """
        CREATE INDEX operation_settlement_reference ON operation (settlement_reference)
        WHERE settlement_reference IS NOT NULL
        """,
    ]
}
