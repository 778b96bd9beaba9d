internal import Storage

/// The tables of the devices that follow orders. They refer to those of orders and events.
///
/// The key of a registration begins with the order: of two keys PostgreSQL may take the one that finds all devices of an
/// order for each of them. `changed` is the number of the last change that the device was or will be told of. A device
/// asks for the orders with a higher one. `due_at` is when it is to be told. `wallet_push` has one row: how far the sender
/// of pushes has come in the events, the last number in `changes`, and which server sends.
enum WalletTables {
    static let migrations = MigrationSeries(module: "wallet", [Migration("tables", tables)])

    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE wallet_registration (
            device TEXT NOT NULL,
            shop_order TEXT NOT NULL REFERENCES shop_order (id),
            push_token TEXT NOT NULL,
            changed INTEGER NOT NULL,
            tries INTEGER NOT NULL,
            due_at INTEGER,
            PRIMARY KEY (shop_order, device)
        ) STRICT
        """,
        "CREATE INDEX wallet_registration_device ON wallet_registration (device)",
        """
        CREATE INDEX wallet_registration_due ON wallet_registration (due_at)
        WHERE due_at IS NOT NULL
        """,
        """
        CREATE TABLE wallet_push (
            position INTEGER NOT NULL,
            changes INTEGER NOT NULL,
            sender TEXT,
            sending_until INTEGER NOT NULL
        ) STRICT
        """,
        """
        INSERT INTO wallet_push (position, changes, sending_until)
        SELECT COALESCE(MAX(position), 0), 0, 0 FROM event
        """,
    ]
}
