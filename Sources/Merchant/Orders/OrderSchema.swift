public import Storage

extension OrderTracking {
    /// The tables of orders. They refer to those of charging, which must come before them.
    public static let migrations = MigrationSeries(module: "orders", [records, appendOnly])

    private static let records = Migration(
        "records",
        [
            """
            CREATE TABLE shop_order (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                status TEXT NOT NULL CHECK (status IN ('open', 'completed', 'cancelled')),
                payment_status TEXT NOT NULL CHECK (payment_status IN
                    ('pending', 'authorized', 'paid', 'voided', 'refunded', 'declined')),
                attempt TEXT NOT NULL UNIQUE REFERENCES attempt (id),
                total_minor_units INTEGER NOT NULL CHECK (total_minor_units > 0),
                currency_code TEXT NOT NULL CHECK (length(currency_code) = 3),
                transaction_identifier BLOB NOT NULL UNIQUE
                    CHECK (length(transaction_identifier) = 32),
                label TEXT NOT NULL,
                shipping_identifier TEXT,
                shipping_label TEXT,
                contact_name TEXT,
                contact_street TEXT,
                contact_city TEXT,
                contact_state TEXT,
                contact_postal_code TEXT,
                contact_country TEXT,
                contact_email_address TEXT,
                contact_phone_number TEXT,
                created_at INTEGER NOT NULL,
                updated_at INTEGER NOT NULL,
                CHECK ((shipping_identifier IS NULL) = (shipping_label IS NULL))
            ) STRICT
            """,
            // A first order with the number 1 looks like a mistake to customers.
            "INSERT INTO sqlite_sequence (name, seq) VALUES ('shop_order', 1000)",
            """
            CREATE TABLE order_line (
                shop_order TEXT NOT NULL REFERENCES shop_order (id),
                position INTEGER NOT NULL,
                title TEXT NOT NULL,
                quantity INTEGER NOT NULL CHECK (quantity > 0),
                amount_minor_units INTEGER NOT NULL,
                PRIMARY KEY (shop_order, position)
            ) STRICT
            """,
            """
            CREATE TABLE order_event (
                sequence INTEGER PRIMARY KEY AUTOINCREMENT,
                shop_order TEXT NOT NULL REFERENCES shop_order (id),
                time INTEGER NOT NULL,
                change TEXT NOT NULL CHECK (change IN ('placed', 'status', 'payment')),
                value TEXT
            ) STRICT
            """,
            "CREATE INDEX order_event_order ON order_event (shop_order, sequence)",
        ]
    )

    private static let appendOnly = Migration(
        "append-only",
        [
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
            CREATE TRIGGER shop_order_fixed
            BEFORE UPDATE OF number, id, attempt, total_minor_units, currency_code,
                transaction_identifier, created_at ON shop_order
            BEGIN SELECT raise(ABORT, 'an order stays what it is'); END
            """,
            """
            CREATE TRIGGER shop_order_stays BEFORE DELETE ON shop_order
            BEGIN SELECT raise(ABORT, 'orders stay'); END
            """,
            """
            CREATE TRIGGER order_line_fixed BEFORE UPDATE ON order_line
            BEGIN SELECT raise(ABORT, 'a line stays as it is'); END
            """,
            """
            CREATE TRIGGER order_line_stays BEFORE DELETE ON order_line
            BEGIN SELECT raise(ABORT, 'lines stay'); END
            """,
            """
            CREATE TRIGGER order_event_fixed BEFORE UPDATE ON order_event
            BEGIN SELECT raise(ABORT, 'history stays as it is'); END
            """,
            """
            CREATE TRIGGER order_event_stays BEFORE DELETE ON order_event
            BEGIN SELECT raise(ABORT, 'history stays'); END
            """,
        ]
    )
}
