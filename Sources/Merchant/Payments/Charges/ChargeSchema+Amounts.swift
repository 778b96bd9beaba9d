internal import Storage

extension ChargeStore {
    /// The rules of operations: their history, which state may follow which (as in
    /// ``OperationState/mayBecome(_:)``), and the amounts of their attempts, which follow from them.
    static let rules = Migration(
        "operation-rules",
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
                    CREATE TRIGGER operation_changes AFTER UPDATE OF state ON operation
                    WHEN OLD.state <> NEW.state
                    BEGIN
                        INSERT INTO operation_event
                        SELECT NEW.id, max(sequence) + 1, NEW.state, NEW.changed_at
                        FROM operation_event WHERE operation = NEW.id;
                    END
                    """,
                    """
                    CREATE TRIGGER operation_transition BEFORE UPDATE OF state ON operation
                    WHEN OLD.state <> NEW.state AND NOT ((OLD.state = 'prepared' AND NEW.state IN ('sent', 'notSent'))
                        OR (OLD.state = 'sent' AND NEW.state IN ('unknown', 'reversing', 'approved', 'partiallyApproved',
                            'completed', 'mismatched', 'declined', 'notSent'))
                        OR (OLD.state = 'unknown' AND NEW.state IN ('reversing', 'approved', 'partiallyApproved',
                            'completed', 'mismatched', 'declined', 'notSent'))
                        OR (OLD.state = 'approved' AND NEW.state IN ('reversing', 'voided'))
                        OR (OLD.state = 'partiallyApproved' AND NEW.state IN ('reversing', 'voided'))
                        OR (OLD.state = 'mismatched' AND NEW.state IN ('reversing'))
                        OR (OLD.state = 'reversing' AND NEW.state IN ('reversed', 'reversalRefused')))
                    BEGIN SELECT raise(ABORT, 'an operation does not change like this'); END
                    """,
                    """
                    CREATE TRIGGER operation_identity
                    BEFORE UPDATE OF id, attempt, intent, kind, number, idempotency_key, processor,
                        amount_minor_units, currency_code, prepared_at ON operation
                    BEGIN SELECT raise(ABORT, 'an operation stays what it is'); END
                    """,
                    """
                    CREATE TRIGGER operation_stays BEFORE DELETE ON operation
                    BEGIN SELECT raise(ABORT, 'operations stay'); END
                    """,
                    """
                    CREATE TRIGGER amount_begins AFTER INSERT ON operation WHEN NEW.kind = 'authorization'
                    BEGIN INSERT INTO attempt_amount VALUES (NEW.attempt, 0, 0, 0, 0, 0, 0); END
                    """,
                    """
                    CREATE TRIGGER amount_reserved AFTER INSERT ON operation WHEN NEW.kind <> 'authorization'
                    BEGIN
                        UPDATE attempt_amount SET
                            capturing = capturing
                                + CASE NEW.kind WHEN 'capture' THEN NEW.amount_minor_units ELSE 0 END,
                            refunding = refunding
                                + CASE NEW.kind WHEN 'refund' THEN NEW.amount_minor_units ELSE 0 END,
                            released = CASE WHEN NEW.kind IN ('void', 'reversal') THEN 1 ELSE released END
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
                                + CASE NEW.state WHEN 'completed' THEN NEW.amount_minor_units ELSE 0 END
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
                    """
                    CREATE TRIGGER amount_stays BEFORE DELETE ON attempt_amount
                    BEGIN SELECT raise(ABORT, 'amounts stay'); END
                    """,
                ],
                postgreSQL: [
                    """
                    CREATE TRIGGER operation_event_insert AFTER INSERT ON operation
                    FOR EACH ROW EXECUTE FUNCTION record_operation_event()
                    """,
                    """
                    CREATE TRIGGER operation_event_update AFTER UPDATE OF state ON operation
                    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION record_operation_event()
                    """,
                    """
                    CREATE TRIGGER operation_transition BEFORE UPDATE OF state ON operation
                    FOR EACH ROW WHEN (OLD.state <> NEW.state AND NOT ((OLD.state = 'prepared' AND NEW.state IN ('sent', 'notSent'))
                        OR (OLD.state = 'sent' AND NEW.state IN ('unknown', 'reversing', 'approved', 'partiallyApproved',
                            'completed', 'mismatched', 'declined', 'notSent'))
                        OR (OLD.state = 'unknown' AND NEW.state IN ('reversing', 'approved', 'partiallyApproved',
                            'completed', 'mismatched', 'declined', 'notSent'))
                        OR (OLD.state = 'approved' AND NEW.state IN ('reversing', 'voided'))
                        OR (OLD.state = 'partiallyApproved' AND NEW.state IN ('reversing', 'voided'))
                        OR (OLD.state = 'mismatched' AND NEW.state IN ('reversing'))
                        OR (OLD.state = 'reversing' AND NEW.state IN ('reversed', 'reversalRefused'))))
                    EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE TRIGGER operation_identity
                    BEFORE UPDATE OF id, attempt, intent, kind, number, idempotency_key, processor,
                        amount_minor_units, currency_code, prepared_at ON operation
                    FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                    """
                    CREATE FUNCTION record_new_amount() RETURNS trigger LANGUAGE plpgsql AS $$
                    BEGIN
                        IF NEW.kind = 'authorization' THEN
                            INSERT INTO attempt_amount VALUES (NEW.attempt, 0, 0, 0, 0, 0, 0);
                            RETURN NULL;
                        END IF;
                        UPDATE attempt_amount SET
                            capturing = capturing
                                + CASE NEW.kind WHEN 'capture' THEN NEW.amount_minor_units ELSE 0 END,
                            refunding = refunding
                                + CASE NEW.kind WHEN 'refund' THEN NEW.amount_minor_units ELSE 0 END,
                            released = CASE WHEN NEW.kind IN ('void', 'reversal') THEN 1 ELSE released END
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
                                ELSE released END
                        WHERE attempt = NEW.attempt;
                        RETURN NULL;
                    END $$
                    """,
                    """
                    CREATE TRIGGER amount_changes AFTER UPDATE OF state ON operation
                    FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION record_amount()
                    """,
                    """
                    CREATE TRIGGER amount_stays BEFORE DELETE ON attempt_amount
                    FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
                    """,
                ]
            )
        ]
    )
}
