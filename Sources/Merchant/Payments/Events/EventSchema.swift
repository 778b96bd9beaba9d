public import Storage

extension EventLog {
    /// The table of events, which refers to those of charging and orders. Rows are written by the database, in
    /// the transaction of the change, so that no change goes without its event.
    public static let migrations = MigrationSeries(
        module: "events",
        [Migration("tables", [table, .unchanging("event"), number] + writers + [end])]
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

    /// The type of the event of an operation's new state; null for none.
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
            WHEN 'release completed' THEN \(EventType.paymentHoldReleased)
            WHEN 'release declined' THEN \(EventType.operationFailed)
        END)
        """

    private static let orderType: SchemaText = """
        (CASE WHEN OLD.status = NEW.status THEN \(EventType.orderChanged)
            WHEN NEW.status = 'completed' THEN \(EventType.orderCompleted)
            ELSE \(EventType.orderCancelled) END)
        """

    private static let disputeType: SchemaText = """
        (CASE NEW.state WHEN 'open' THEN \(EventType.disputeOpened)
            WHEN 'won' THEN \(EventType.disputeWon) ELSE \(EventType.disputeLost) END)
        """

    private static let writers: [SchemaStatement] = [
        writer(
            "operation_begun_event",
            after: "INSERT ON operation",
            when: "\(operationType) IS NOT NULL",
            "NEW.changed_at, \(operationType), NEW.attempt, NEW.id, NULL"
        ),
        writer(
            "operation_changed_event",
            after: "UPDATE OF state ON operation",
            when: "OLD.state <> NEW.state AND \(operationType) IS NOT NULL",
            "NEW.changed_at, \(operationType), NEW.attempt, NEW.id, NULL"
        ),
        .trigger(
            "rest_voided_event",
            after: "UPDATE OF state ON operation",
            when: "OLD.state <> NEW.state AND NEW.kind = 'void' AND NEW.state = 'completed'",
            """
            INSERT INTO event (time, type, attempt, operation)
            SELECT NEW.changed_at, \(EventType.paymentHoldReleased), NEW.attempt, NEW.id
            FROM attempt_amount WHERE attempt = NEW.attempt AND closed = 1
            """
        ),
        writer(
            "hold_ended_event",
            after: "UPDATE OF hold_ended ON operation",
            when: "NEW.hold_ended = 1",
            "NEW.hold_ends_at, \(EventType.paymentHoldEnded), NEW.attempt, NEW.id, NULL"
        ),
        writer(
            "order_placed_event",
            after: "INSERT ON shop_order",
            "NEW.created_at, \(EventType.orderPlaced), NEW.attempt, NULL, NEW.id"
        ),
        writer(
            "order_changed_event",
            after: "UPDATE OF version ON shop_order",
            "NEW.updated_at, \(orderType), NEW.attempt, NULL, NEW.id"
        ),
        writer(
            "dispute_opened_event",
            after: "INSERT ON dispute",
            "NEW.changed_at, \(disputeType), NEW.attempt, NULL, NEW.reference"
        ),
        writer(
            "dispute_changed_event",
            after: "UPDATE OF state ON dispute",
            when: "OLD.state <> NEW.state",
            "NEW.changed_at, \(disputeType), NEW.attempt, NULL, NEW.reference"
        ),
        writer(
            "credential_stored_event",
            after: "INSERT ON stored_credential",
            "NEW.created_at, \(EventType.credentialStored), NEW.attempt, NULL, NEW.id"
        ),
        writer(
            "credential_ended_event",
            after: "UPDATE OF ended_at ON stored_credential",
            when: "OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL",
            "NEW.ended_at, \(EventType.credentialEnded), NEW.attempt, NULL, NEW.id"
        ),
    ]

    /// A trigger that writes an event after a change of a row, where a condition holds.
    private static func writer(
        _ name: SchemaText,
        after change: SchemaText,
        when condition: SchemaText = "1 = 1",
        _ values: SchemaText
    ) -> SchemaStatement {
        .trigger(
            name,
            after: change,
            when: condition,
            "INSERT INTO event (time, type, attempt, operation, subject) VALUES (\(values))"
        )
    }

    /// PostgreSQL numbers events when they are written, and not when they are committed. Writers hold a lock that
    /// they share from before the number is drawn until they have committed.
    private static let number = SchemaStatement.each(
        sqlite: [],
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
        ]
    )

    /// `event_end` has the position up to which all events are there: on PostgreSQL a reader waits for all writers.
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
