public import Storage

extension Reconciliation {
    /// The tables of reconciliation. They refer to those of `Charging`, whose migrations come first.
    ///
    /// `settlement` has the files, `settlement_entry` the operations that were found in them, and
    /// `awaiting_settlement` the completed captures and refunds that were not found yet.
    public static let migrations = MigrationSeries(
        module: "reconciliation",
        [Migration("tables", tables + rules + protections)]
    )

    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE settlement (
            processor TEXT NOT NULL,
            number INTEGER NOT NULL CHECK (number > 0),
            name TEXT,
            cut_off INTEGER NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            begun_at INTEGER NOT NULL,
            finished_at INTEGER,
            PRIMARY KEY (processor, number),
            UNIQUE (processor, name)
        ) STRICT
        """,
        """
        CREATE TABLE settlement_entry (
            operation TEXT PRIMARY KEY REFERENCES operation (id),
            processor TEXT NOT NULL,
            settlement INTEGER NOT NULL,
            line INTEGER NOT NULL CHECK (line > 1),
            kind TEXT NOT NULL CHECK (kind IN \([OperationKind.capture, .refund])),
            amount_minor_units INTEGER NOT NULL CHECK (amount_minor_units > 0),
            currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
            fee_minor_units INTEGER NOT NULL,
            fee_currency_number TEXT NOT NULL CHECK (length(fee_currency_number) = 3),
            recorded_at INTEGER NOT NULL,
            UNIQUE (processor, settlement, line),
            FOREIGN KEY (processor, settlement) REFERENCES settlement (processor, number)
        ) STRICT
        """,
        """
        CREATE TABLE awaiting_settlement (
            operation TEXT PRIMARY KEY REFERENCES operation (id),
            processor TEXT NOT NULL,
            completed_at INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX awaiting_settlement_time ON awaiting_settlement (processor, completed_at)",
    ]

    private static let protections: [SchemaStatement] = [
        .unchanging("settlement_entry"),
        .unchanging("settlement", columns: "processor, number, name, cut_off, digest, begun_at"),
        .refusal(
            "settlement_finished",
            of: "UPDATE OF finished_at ON settlement",
            when: "OLD.finished_at IS NOT NULL"
        ),
    ]

    private static let rules: [SchemaStatement] = [
        .trigger(
            "settlement_awaited",
            after: "UPDATE OF state ON operation",
            when: """
                OLD.state <> NEW.state AND NEW.state = 'completed'
                    AND NEW.kind IN ('capture', 'refund')
                """,
            "INSERT INTO awaiting_settlement VALUES (NEW.id, NEW.processor, NEW.changed_at)"
        ),
        .trigger(
            "settlement_arrived",
            after: "INSERT ON settlement_entry",
            "DELETE FROM awaiting_settlement WHERE operation = NEW.operation"
        ),
        .each(
            sqlite: [
                """
                CREATE TRIGGER settlement_entry_agrees BEFORE INSERT ON settlement_entry
                WHEN NOT \(isCompleted)
                BEGIN SELECT raise(ABORT, 'a settlement entry is a completed operation'); END
                """
            ],
            postgreSQL: [
                """
                CREATE FUNCTION check_settlement_entry() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF NOT \(isCompleted) THEN
                        RAISE EXCEPTION 'a settlement entry is a completed operation';
                    END IF;
                    RETURN NEW;
                END $$
                """,
                """
                CREATE TRIGGER settlement_entry_agrees BEFORE INSERT ON settlement_entry
                FOR EACH ROW EXECUTE FUNCTION check_settlement_entry()
                """,
            ]
        ),
    ]

    private static let isCompleted: SchemaText = """
        EXISTS (
            SELECT 1 FROM operation
            WHERE id = NEW.operation AND state = 'completed' AND kind = NEW.kind
                AND processor = NEW.processor AND amount_minor_units = NEW.amount_minor_units
                AND currency_code = NEW.currency_code
        )
        """
}
