internal import Storage

extension ChargeStore {
    /// The amounts of an attempt follow from the states of its operations.
    static let amountRules: [SchemaStatement] = [
        .trigger(
            "amount_begins",
            after: "INSERT ON operation",
            when: "NEW.kind = 'authorization'",
            "INSERT INTO attempt_amount VALUES (NEW.attempt, 0, 0, 0, 0, 0, 0, 0)"
        ),
        changing(
            "authorized",
            after: "UPDATE OF state ON operation",
            when: """
                NEW.kind = 'authorization' AND OLD.state IN ('sent', 'unknown')
                    AND NEW.state IN ('approved', 'partiallyApproved')
                """,
            """
            authorized = CASE NEW.state
                WHEN 'approved' THEN NEW.amount_minor_units ELSE NEW.approved_minor_units END
            """
        ),
        begun(
            "capture",
            "capturing = capturing + NEW.amount_minor_units, closed = closed + NEW.is_final"
        ),
        done(
            "capture",
            """
            capturing = capturing - NEW.amount_minor_units,
            captured = captured + NEW.amount_minor_units
            """
        ),
        undone(
            "capture",
            "capturing = capturing - NEW.amount_minor_units, closed = closed - NEW.is_final"
        ),
        begun("refund", "refunding = refunding + NEW.amount_minor_units"),
        done(
            "refund",
            """
            refunding = refunding - NEW.amount_minor_units,
            refunded = refunded + NEW.amount_minor_units
            """
        ),
        undone("refund", "refunding = refunding - NEW.amount_minor_units"),
        // After a capture, a void releases the rest.
        begun(
            "void",
            """
            released = CASE captured WHEN 0 THEN 1 ELSE released END,
            closed = CASE captured WHEN 0 THEN closed ELSE closed + 1 END
            """
        ),
        undone("void", "released = 0, closed = 0"),
        begun("reversal", "released = 1"),
    ]

    private static func begun(_ kind: SchemaText, _ change: SchemaText) -> SchemaStatement {
        changing(
            "\(kind)_begun",
            after: "INSERT ON operation",
            when: "NEW.kind = '\(kind)'",
            change
        )
    }

    private static func done(_ kind: SchemaText, _ change: SchemaText) -> SchemaStatement {
        changing(
            "\(kind)_done",
            after: "UPDATE OF state ON operation",
            when: "NEW.kind = '\(kind)' AND OLD.state <> NEW.state AND NEW.state = 'completed'",
            change
        )
    }

    private static func undone(_ kind: SchemaText, _ change: SchemaText) -> SchemaStatement {
        changing(
            "\(kind)_undone",
            after: "UPDATE OF state ON operation",
            when: """
                NEW.kind = '\(kind)' AND OLD.state <> NEW.state
                    AND NEW.state IN ('declined', 'notSent')
                """,
            change
        )
    }

    private static func changing(
        _ name: SchemaText,
        after change: SchemaText,
        when condition: SchemaText,
        _ assignments: SchemaText
    ) -> SchemaStatement {
        .trigger(
            "amount_\(name)",
            after: change,
            when: condition,
            "UPDATE attempt_amount SET \(assignments) WHERE attempt = NEW.attempt"
        )
    }
}
