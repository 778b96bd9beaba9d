internal import Storage

extension OrderTracking {
    /// An approval waits for its order; see `RecoveryPolicy`. Those that had none before this migration
    /// are due at once.
    static let approvalsWithOrders = Migration(
        "approvals-with-orders",
        [
            """
            UPDATE operation SET due_at = changed_at
            WHERE state = 'approved' AND NOT EXISTS (
                SELECT 1 FROM shop_order WHERE shop_order.attempt = operation.attempt
            )
            """,
            .each(
                sqlite: [
                    """
                    CREATE TRIGGER shop_order_ends_wait AFTER INSERT ON shop_order
                    BEGIN
                        UPDATE operation SET due_at = NULL, lease_owner = NULL
                        WHERE attempt = NEW.attempt AND kind = 'authorization';
                    END
                    """
                ],
                postgreSQL: [
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
            ),
        ]
    )
}
