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
    static let rules = SchemaStatement.each(
        sqlite: [
            """
            CREATE TRIGGER shop_order_placed AFTER INSERT ON shop_order
            BEGIN
                INSERT INTO order_event (shop_order, time, change, value)
                VALUES (NEW.id, NEW.created_at, 'placed', NULL);
            END
            """,
            """
            CREATE TRIGGER shop_order_status AFTER UPDATE OF status ON shop_order
            BEGIN
                INSERT INTO order_event (shop_order, time, change, value)
                VALUES (NEW.id, NEW.updated_at, 'status', NEW.status);
            END
            """,
            """
            CREATE TRIGGER shop_order_payment AFTER UPDATE OF payment_status ON shop_order
            BEGIN
                INSERT INTO order_event (shop_order, time, change, value)
                VALUES (NEW.id, NEW.updated_at, 'payment', NEW.payment_status);
            END
            """,
            """
            CREATE TRIGGER shop_order_ends_wait AFTER INSERT ON shop_order
            BEGIN
                UPDATE operation SET due_at = NULL, lease_owner = NULL
                WHERE attempt = NEW.attempt AND kind = 'authorization';
            END
            """,
        ],
        postgreSQL: [
            """
            CREATE FUNCTION record_order_event() RETURNS trigger
            LANGUAGE plpgsql AS $$
            BEGIN
                IF TG_OP = 'INSERT' THEN
                    INSERT INTO order_event (shop_order, time, change, value)
                    VALUES (NEW.id, NEW.created_at, 'placed', NULL);
                ELSIF TG_ARGV[0] = 'status' THEN
                    INSERT INTO order_event (shop_order, time, change, value)
                    VALUES (NEW.id, NEW.updated_at, 'status', NEW.status);
                ELSE
                    INSERT INTO order_event (shop_order, time, change, value)
                    VALUES (NEW.id, NEW.updated_at, 'payment', NEW.payment_status);
                END IF;
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER shop_order_placed AFTER INSERT ON shop_order
            FOR EACH ROW EXECUTE FUNCTION record_order_event('placed')
            """,
            """
            CREATE TRIGGER shop_order_status AFTER UPDATE OF status ON shop_order
            FOR EACH ROW EXECUTE FUNCTION record_order_event('status')
            """,
            """
            CREATE TRIGGER shop_order_payment AFTER UPDATE OF payment_status ON shop_order
            FOR EACH ROW EXECUTE FUNCTION record_order_event('payment')
            """,
            """
            CREATE FUNCTION end_wait_for_order() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                UPDATE operation SET due_at = NULL, lease_owner = NULL
                WHERE attempt = NEW.attempt AND kind = 'authorization';
                RETURN NULL;
            END $$
            """,
            """
            CREATE TRIGGER shop_order_ends_wait AFTER INSERT ON shop_order
            FOR EACH ROW EXECUTE FUNCTION end_wait_for_order()
            """,
        ]
    )
}
