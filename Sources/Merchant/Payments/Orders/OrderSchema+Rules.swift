internal import Storage

extension OrderTracking {
    /// An order and its history stay as they are.
    static let protections: [SchemaStatement] = [
        .unchanging(
            "shop_order",
            columns: """
                number, id, attempt, total_minor_units, currency_code, transaction_identifier, created_at
                """
        ),
        .unchanging("order_line"),
        .unchanging("order_event"),
    ]

    /// Each change of an order is written to its history, and an approval waits for its order; see
    /// `RecoveryPolicy`.
    static let rules: [SchemaStatement] = [
        history("shop_order_placed", after: "INSERT ON shop_order", "'placed', NULL"),
        history(
            "shop_order_status",
            after: "UPDATE OF status ON shop_order",
            when: "OLD.status <> NEW.status",
            "'status', NEW.status"
        ),
        history(
            "shop_order_payment",
            after: "UPDATE OF payment_status ON shop_order",
            when: "OLD.payment_status <> NEW.payment_status",
            "'payment', NEW.payment_status"
        ),
        history(
            "shop_order_details",
            after: "UPDATE OF details ON shop_order",
            when: "OLD.details <> NEW.details",
            "'details', NEW.details"
        ),
        .trigger(
            "shop_order_ends_wait",
            after: "INSERT ON shop_order",
            """
            UPDATE operation SET due_at = NULL, lease_owner = NULL
            WHERE attempt = NEW.attempt AND kind = 'authorization'
            """
        ),
    ]

    private static func history(
        _ name: SchemaText,
        after change: SchemaText,
        when condition: SchemaText = "1 = 1",
        _ values: SchemaText
    ) -> SchemaStatement {
        .trigger(
            name,
            after: change,
            when: condition,
            """
            INSERT INTO order_event (shop_order, version, time, change, value)
            VALUES (NEW.id, NEW.version, NEW.updated_at, \(values))
            """
        )
    }
}
