internal import Storage

extension ChargeStore {
    /// The amounts of an attempt follow from the states of its operations.
    static let amountRules = SchemaStatement.each(
        sqlite: [
            """
            CREATE TRIGGER amount_begins AFTER INSERT ON operation WHEN NEW.kind = 'authorization'
            BEGIN INSERT INTO attempt_amount VALUES (NEW.attempt, 0, 0, 0, 0, 0, 0, 0); END
            """,
            """
            CREATE TRIGGER amount_reserved AFTER INSERT ON operation WHEN NEW.kind <> 'authorization'
            BEGIN
                UPDATE attempt_amount SET
                    capturing = capturing
                        + CASE NEW.kind WHEN 'capture' THEN NEW.amount_minor_units ELSE 0 END,
                    refunding = refunding
                        + CASE NEW.kind WHEN 'refund' THEN NEW.amount_minor_units ELSE 0 END,
                    released = CASE WHEN NEW.kind IN ('void', 'reversal') THEN 1 ELSE released END,
                    closed = CASE WHEN NEW.is_final = 1 THEN 1 ELSE closed END
                WHERE attempt = NEW.attempt;
            END
            """,
            """
            CREATE TRIGGER amount_authorized AFTER UPDATE OF state ON operation
            WHEN NEW.kind = 'authorization' AND OLD.state IN ('sent', 'unknown')
                AND NEW.state IN ('approved', 'partiallyApproved')
            BEGIN
                UPDATE attempt_amount SET authorized = CASE NEW.state
                    WHEN 'approved' THEN NEW.amount_minor_units ELSE NEW.approved_minor_units END
                WHERE attempt = NEW.attempt;
            END
            """,
            """
            CREATE TRIGGER amount_captured AFTER UPDATE OF state ON operation
            WHEN OLD.state <> NEW.state AND NEW.kind = 'capture'
                AND NEW.state IN ('completed', 'declined', 'notSent')
            BEGIN
                UPDATE attempt_amount SET capturing = capturing - NEW.amount_minor_units,
                    captured = captured
                        + CASE NEW.state WHEN 'completed' THEN NEW.amount_minor_units ELSE 0 END,
                    closed = CASE WHEN NEW.is_final = 1 AND NEW.state <> 'completed'
                        THEN 0 ELSE closed END
                WHERE attempt = NEW.attempt;
            END
            """,
            """
            CREATE TRIGGER amount_refunded AFTER UPDATE OF state ON operation
            WHEN OLD.state <> NEW.state AND NEW.kind = 'refund'
                AND NEW.state IN ('completed', 'declined', 'notSent')
            BEGIN
                UPDATE attempt_amount SET refunding = refunding - NEW.amount_minor_units,
                    refunded = refunded
                        + CASE NEW.state WHEN 'completed' THEN NEW.amount_minor_units ELSE 0 END
                WHERE attempt = NEW.attempt;
            END
            """,
            """
            CREATE TRIGGER amount_held_again AFTER UPDATE OF state ON operation
            WHEN OLD.state <> NEW.state AND NEW.kind = 'void'
                AND NEW.state IN ('declined', 'notSent')
            BEGIN UPDATE attempt_amount SET released = 0 WHERE attempt = NEW.attempt; END
            """,
        ],
        postgreSQL: [
            """
            CREATE FUNCTION record_new_amount() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NEW.kind = 'authorization' THEN
                    INSERT INTO attempt_amount VALUES (NEW.attempt, 0, 0, 0, 0, 0, 0, 0);
                    RETURN NULL;
                END IF;
                UPDATE attempt_amount SET
                    capturing = capturing
                        + CASE NEW.kind WHEN 'capture' THEN NEW.amount_minor_units ELSE 0 END,
                    refunding = refunding
                        + CASE NEW.kind WHEN 'refund' THEN NEW.amount_minor_units ELSE 0 END,
                    released = CASE WHEN NEW.kind IN ('void', 'reversal') THEN 1 ELSE released END,
                    closed = CASE WHEN NEW.is_final = 1 THEN 1 ELSE closed END
                WHERE attempt = NEW.attempt;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER amount_begins AFTER INSERT ON operation
            FOR EACH ROW EXECUTE FUNCTION record_new_amount()
            """,
            """
            CREATE FUNCTION record_amount() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE attempt_amount SET
                    authorized = CASE
                        WHEN NEW.kind <> 'authorization' OR OLD.state NOT IN ('sent', 'unknown')
                            THEN authorized
                        WHEN NEW.state = 'approved' THEN NEW.amount_minor_units
                        WHEN NEW.state = 'partiallyApproved' THEN NEW.approved_minor_units
                        ELSE authorized END,
                    capturing = capturing - CASE
                        WHEN NEW.kind = 'capture' AND NEW.state IN ('completed', 'declined', 'notSent')
                            THEN NEW.amount_minor_units ELSE 0 END,
                    captured = captured + CASE
                        WHEN NEW.kind = 'capture' AND NEW.state = 'completed'
                            THEN NEW.amount_minor_units ELSE 0 END,
                    refunding = refunding - CASE
                        WHEN NEW.kind = 'refund' AND NEW.state IN ('completed', 'declined', 'notSent')
                            THEN NEW.amount_minor_units ELSE 0 END,
                    refunded = refunded + CASE
                        WHEN NEW.kind = 'refund' AND NEW.state = 'completed'
                            THEN NEW.amount_minor_units ELSE 0 END,
                    released = CASE
                        WHEN NEW.kind = 'void' AND NEW.state IN ('declined', 'notSent') THEN 0
                        ELSE released END,
                    closed = CASE
                        WHEN NEW.is_final = 1 AND NEW.state IN ('declined', 'notSent') THEN 0
                        ELSE closed END
                WHERE attempt = NEW.attempt;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER amount_changes AFTER UPDATE OF state ON operation
            FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION record_amount()
            """,
        ]
    )
}
