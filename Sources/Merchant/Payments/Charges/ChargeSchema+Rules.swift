internal import Storage

extension ChargeStore {
    /// An operation stays what it is, its state changes as ``OperationState/mayBecome(_:)`` permits, and its
    /// history is written with it.
    static let operationRules = SchemaStatement.each(
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
            WHEN OLD.state <> NEW.state AND NOT (\(permittedChanges))
            BEGIN SELECT raise(ABORT, 'an operation does not change like this'); END
            """,
            """
            CREATE TRIGGER operation_identity
            BEFORE UPDATE OF id, attempt, intent, kind, number, idempotency_key, processor,
                amount_minor_units, currency_code, settlement_reference, prepared_at ON operation
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
            CREATE TRIGGER operation_event_insert AFTER INSERT ON operation
            FOR EACH ROW EXECUTE FUNCTION record_operation_event()
            """,
            """
            CREATE TRIGGER operation_event_update AFTER UPDATE OF state ON operation
            FOR EACH ROW WHEN (OLD.state <> NEW.state) EXECUTE FUNCTION record_operation_event()
            """,
            """
            CREATE FUNCTION refuse_charging_change() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'the records of charging stay as they are'; END $$
            """,
            """
            CREATE TRIGGER operation_transition BEFORE UPDATE OF state ON operation
            FOR EACH ROW WHEN (OLD.state <> NEW.state AND NOT (\(permittedChanges)))
            EXECUTE FUNCTION refuse_charging_change()
            """,
            """
            CREATE TRIGGER operation_identity
            BEFORE UPDATE OF id, attempt, intent, kind, number, idempotency_key, processor,
                amount_minor_units, currency_code, settlement_reference, prepared_at ON operation
            FOR EACH ROW EXECUTE FUNCTION refuse_charging_change()
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

    /// Any change of state that ``OperationState/mayBecome(_:)`` permits.
    private static let permittedChanges = SchemaText.any(
        of: OperationState.Name.allCases.compactMap { state in
            let next = OperationState.Name.allCases.filter(state.mayBecome)
            return next.isEmpty ? nil : "OLD.state = \(state) AND NEW.state IN \(next)"
        }
    )
}
