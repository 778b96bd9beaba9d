public import Storage

extension EventLog {
    /// The table of events, which refers to those of charging and orders. Rows are written by the database, in
    /// the transaction of the change, so that no change goes without its event.
    public static let migrations = MigrationSeries(
        module: "events",
        [Migration("tables", [table, .unchanging("event"), writers, end])]
    )

    private static let table: SchemaStatement = """
        CREATE TABLE event (
            position INTEGER PRIMARY KEY AUTOINCREMENT,
            time INTEGER NOT NULL,
            type TEXT NOT NULL CHECK (type IN \(EventType.self)),
            attempt TEXT REFERENCES attempt (id),
            operation TEXT REFERENCES operation (id),
            subject TEXT
        ) STRICT
        """

    /// The type of the event of an operation's new state; null for none. In parentheses, since PL/pgSQL reads the
    /// condition of an IF up to the first THEN outside of them.
    private static let operationType: SchemaText = """
        (CASE NEW.kind || ' ' || NEW.state
            WHEN 'authorization approved' THEN \(EventType.paymentAuthorized)
            WHEN 'authorization partiallyApproved' THEN \(EventType.paymentPartiallyAuthorized)
            WHEN 'authorization declined' THEN \(EventType.paymentDeclined)
            WHEN 'authorization notSent' THEN \(EventType.paymentFailed)
            WHEN 'authorization reversed' THEN \(EventType.paymentCancelled)
            WHEN 'authorization reversalRefused' THEN \(EventType.paymentCancellationRefused)
            WHEN 'authorization voided' THEN \(EventType.paymentVoided)
            WHEN 'capture completed' THEN \(EventType.paymentCaptured)
            WHEN 'refund completed' THEN \(EventType.paymentRefunded)
            WHEN 'capture declined' THEN \(EventType.operationFailed)
            WHEN 'capture notSent' THEN \(EventType.operationFailed)
            WHEN 'capture mismatched' THEN \(EventType.operationMismatched)
            WHEN 'refund declined' THEN \(EventType.operationFailed)
            WHEN 'refund notSent' THEN \(EventType.operationFailed)
            WHEN 'refund mismatched' THEN \(EventType.operationMismatched)
            WHEN 'void declined' THEN \(EventType.operationFailed)
            WHEN 'void notSent' THEN \(EventType.operationFailed)
            WHEN 'void mismatched' THEN \(EventType.operationMismatched)
        END)
        """

    private static let orderType: SchemaText = """
        (CASE NEW.status WHEN 'completed' THEN \(EventType.orderCompleted)
            WHEN 'cancelled' THEN \(EventType.orderCancelled) END)
        """

    private static let disputeType: SchemaText = """
        (CASE NEW.state WHEN 'open' THEN \(EventType.disputeOpened)
            WHEN 'won' THEN \(EventType.disputeWon) ELSE \(EventType.disputeLost) END)
        """

    private static let columns: SchemaText = "event (time, type, attempt, operation, subject)"

    private static let writers = SchemaStatement.each(
        sqlite: [
            """
            CREATE TRIGGER operation_begun_event AFTER INSERT ON operation
            WHEN \(operationType) IS NOT NULL
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.changed_at, \(operationType), NEW.attempt, NEW.id, NULL);
            END
            """,
            """
            CREATE TRIGGER operation_changed_event AFTER UPDATE OF state ON operation
            WHEN OLD.state <> NEW.state AND \(operationType) IS NOT NULL
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.changed_at, \(operationType), NEW.attempt, NEW.id, NULL);
            END
            """,
            """
            CREATE TRIGGER order_placed_event AFTER INSERT ON shop_order
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.created_at, \(EventType.orderPlaced), NEW.attempt, NULL, NEW.id);
            END
            """,
            """
            CREATE TRIGGER order_changed_event AFTER UPDATE OF status ON shop_order
            WHEN OLD.status <> NEW.status AND \(orderType) IS NOT NULL
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.updated_at, \(orderType), NEW.attempt, NULL, NEW.id);
            END
            """,
            """
            CREATE TRIGGER dispute_opened_event AFTER INSERT ON dispute
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.changed_at, \(disputeType), NEW.attempt, NULL, NEW.reference);
            END
            """,
            """
            CREATE TRIGGER dispute_changed_event AFTER UPDATE OF state ON dispute
            WHEN OLD.state <> NEW.state
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.changed_at, \(disputeType), NEW.attempt, NULL, NEW.reference);
            END
            """,
            """
            CREATE TRIGGER credential_stored_event AFTER INSERT ON stored_credential
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.created_at, \(EventType.credentialStored), NEW.attempt, NULL, NEW.id);
            END
            """,
            """
            CREATE TRIGGER credential_ended_event AFTER UPDATE OF ended_at ON stored_credential
            WHEN OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL
            BEGIN
                INSERT INTO \(columns)
                VALUES (NEW.ended_at, \(EventType.credentialEnded), NEW.attempt, NULL, NEW.id);
            END
            """,
        ],
        postgreSQL: [
            """
            CREATE FUNCTION number_event() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock_shared(1366188901, 1);
                NEW.position := nextval(pg_get_serial_sequence('event', 'position'));
                RETURN NEW;
            END $$
            """,
            """
            CREATE TRIGGER event_number BEFORE INSERT ON event
            FOR EACH ROW EXECUTE FUNCTION number_event()
            """,
            """
            CREATE FUNCTION write_operation_event() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF (TG_OP = 'INSERT' OR OLD.state <> NEW.state) AND \(operationType) IS NOT NULL THEN
                    INSERT INTO \(columns)
                    VALUES (NEW.changed_at, \(operationType), NEW.attempt, NEW.id, NULL);
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER operation_writes_event AFTER INSERT OR UPDATE OF state ON operation
            FOR EACH ROW EXECUTE FUNCTION write_operation_event()
            """,
            """
            CREATE FUNCTION write_order_event() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'INSERT' THEN
                    INSERT INTO \(columns)
                    VALUES (NEW.created_at, \(EventType.orderPlaced), NEW.attempt, NULL, NEW.id);
                ELSIF OLD.status <> NEW.status AND \(orderType) IS NOT NULL THEN
                    INSERT INTO \(columns)
                    VALUES (NEW.updated_at, \(orderType), NEW.attempt, NULL, NEW.id);
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER order_writes_event AFTER INSERT OR UPDATE OF status ON shop_order
            FOR EACH ROW EXECUTE FUNCTION write_order_event()
            """,
            """
            CREATE FUNCTION write_dispute_event() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'INSERT' OR OLD.state <> NEW.state THEN
                    INSERT INTO \(columns)
                    VALUES (NEW.changed_at, \(disputeType), NEW.attempt, NULL, NEW.reference);
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER dispute_writes_event AFTER INSERT OR UPDATE OF state ON dispute
            FOR EACH ROW EXECUTE FUNCTION write_dispute_event()
            """,
            """
            CREATE FUNCTION write_credential_event() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'INSERT' THEN
                    INSERT INTO \(columns)
                    VALUES (NEW.created_at, \(EventType.credentialStored), NEW.attempt, NULL, NEW.id);
                ELSIF OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL THEN
                    INSERT INTO \(columns)
                    VALUES (NEW.ended_at, \(EventType.credentialEnded), NEW.attempt, NULL, NEW.id);
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER credential_writes_event AFTER INSERT OR UPDATE OF ended_at
            ON stored_credential FOR EACH ROW EXECUTE FUNCTION write_credential_event()
            """,
        ]
    )

    /// `event_end` has the position up to which all events are there.
    ///
    /// PostgreSQL numbers events when they are written, and not when they are committed. Writers hold a lock that
    /// they share from before the number is drawn until they have committed; a reader that asks for the end waits
    /// for all of them.
    private static let end = SchemaStatement.each(
        sqlite: [
            """
            CREATE VIEW event_end AS SELECT COALESCE(MAX(position), 0) AS position FROM event
            """
        ],
        postgreSQL: [
            """
            CREATE FUNCTION find_event_end() RETURNS bigint LANGUAGE plpgsql AS $$
            BEGIN
                PERFORM pg_advisory_xact_lock(1366188901, 1);
                RETURN (SELECT COALESCE(MAX(position), 0) FROM event);
            END $$
            """,
            "CREATE VIEW event_end AS SELECT find_event_end() AS position",
        ]
    )
}
