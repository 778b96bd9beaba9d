internal import Storage

/// The tables of Wallet's orders on devices.
///
/// `order_follower` is a device at a web service: what it calls itself there, where pushes reach it, and the tag of the
/// last list. `asks` grows with each reason to look again, so that what is asked for during a look is not forgotten.
enum OrderTables {
    static let migrations = MigrationSeries(module: "orders", [Migration("tables", tables)])

    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE order_service (
            origin TEXT PRIMARY KEY,
            address TEXT NOT NULL,
            authority BLOB
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE order_follower (
            number INTEGER PRIMARY KEY,
            device TEXT NOT NULL REFERENCES device (identifier),
            service TEXT NOT NULL,
            type TEXT NOT NULL,
            name TEXT NOT NULL UNIQUE,
            push_token TEXT NOT NULL UNIQUE,
            tag TEXT,
            asks INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            due_at INTEGER,
            UNIQUE (device, service, type)
        ) STRICT
        """,
        "CREATE INDEX order_follower_due ON order_follower (due_at) WHERE due_at IS NOT NULL",
        """
        CREATE TABLE held_order (
            number INTEGER PRIMARY KEY,
            follower INTEGER NOT NULL REFERENCES order_follower (number),
            identifier TEXT NOT NULL,
            token TEXT NOT NULL,
            package BLOB,
            modified TEXT,
            is_registered INTEGER NOT NULL DEFAULT 0 CHECK (is_registered IN (0, 1)),
            is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1)),
            problem TEXT,
            asks INTEGER NOT NULL DEFAULT 0,
            attempts INTEGER NOT NULL DEFAULT 0,
            due_at INTEGER,
            UNIQUE (follower, identifier)
        ) STRICT
        """,
        "CREATE INDEX held_order_due ON held_order (due_at) WHERE due_at IS NOT NULL",
        """
        CREATE VIEW device_order AS
        SELECT o.*, f.device, f.service, f.type, f.name, f.push_token, f.tag,
            f.asks AS follower_asks, f.attempts AS follower_attempts
        FROM held_order o JOIN order_follower f ON f.number = o.follower
        """,
    ]
}
