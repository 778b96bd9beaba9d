public import Storage

extension OrderTracking {
    /// The tables of orders. They refer to those of charging, which must come before them.
    public static let migrations = MigrationSeries(
        module: "orders",
        [Migration("tables", tables + [firstNumber] + rules + protections)]
    )

    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE shop_order (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            id TEXT NOT NULL UNIQUE,
            status TEXT NOT NULL CHECK (status IN \(OrderStatus.self)),
            payment_status TEXT NOT NULL CHECK (payment_status IN \(PaymentStatus.self)),
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
            details TEXT NOT NULL,
            version INTEGER NOT NULL CHECK (version > 0),
            created_at INTEGER NOT NULL,
            updated_at INTEGER NOT NULL,
            CHECK ((shipping_identifier IS NULL) = (shipping_label IS NULL))
        ) STRICT
        """,
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
            version INTEGER NOT NULL,
            time INTEGER NOT NULL,
            change TEXT NOT NULL CHECK (change IN ('placed', 'status', 'payment', 'details')),
            value TEXT
        ) STRICT
        """,
        "CREATE INDEX shop_order_list ON shop_order (status, number)",
        "CREATE INDEX order_event_order ON order_event (shop_order, sequence)",
    ]

    // A first order with the number 1 looks like a mistake to customers.
    private static let firstNumber = SchemaStatement.each(
        sqlite: ["INSERT INTO sqlite_sequence (name, seq) VALUES ('shop_order', 1000)"],
        postgreSQL: ["ALTER TABLE shop_order ALTER COLUMN number RESTART WITH 1001"]
    )
}
