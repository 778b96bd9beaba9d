internal import Storage

extension OrderTracking {
    /// `order_history_end` has the number up to which all events are there.
    ///
    /// PostgreSQL numbers events when they are written, and not when they are committed. Writers hold a
    /// lock that they share until they have committed; who asks for the end waits for all of them. Before
    /// this migration each writer held the lock alone, so orders of all servers were committed one by one.
    static let historyEnd = Migration(
        "history-end",
        [
            .each(
                sqlite: [
                    """
                    CREATE VIEW order_history_end AS
                    SELECT COALESCE(MAX(sequence), 0) AS sequence FROM order_event
                    """
                ],
                postgreSQL: [
                    """
                    CREATE OR REPLACE FUNCTION record_order_event() RETURNS trigger
                    LANGUAGE plpgsql AS $$
                    BEGIN
                        PERFORM pg_advisory_xact_lock_shared(1366188901, 1);
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
                    CREATE FUNCTION find_order_history_end() RETURNS bigint
                    LANGUAGE plpgsql AS $$
                    BEGIN
                        PERFORM pg_advisory_xact_lock(1366188901, 1);
                        RETURN (SELECT COALESCE(MAX(sequence), 0) FROM order_event);
                    END $$
                    """,
                    """
                    CREATE VIEW order_history_end AS
                    SELECT find_order_history_end() AS sequence
                    """,
                ]
            )
        ]
    )
}
