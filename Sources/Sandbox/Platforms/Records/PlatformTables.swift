package import Storage

/// The tables of the platforms, for the database of the sandbox.
package enum PlatformTables {
    /// The migrations, to be passed to ``Storage/Database``.
    package static let migrations = MigrationSeries(
        module: "platforms",
        [Migration("tables", accounts + payments + customers + webhooks + [records])]
    )

    private static let accounts: [SchemaStatement] = [
        """
        CREATE TABLE platform_credential (
            platform TEXT NOT NULL,
            name TEXT NOT NULL,
            value TEXT NOT NULL,
            PRIMARY KEY (platform, name)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE platform_certificate (
            platform TEXT NOT NULL,
            merchant TEXT NOT NULL,
            certificate BLOB NOT NULL,
            key_hash BLOB NOT NULL UNIQUE,
            key BLOB NOT NULL,
            PRIMARY KEY (platform, merchant)
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Amounts are in minor units of ISO 4217. `run` is the process that works on what is in progress. `details` is a
    /// JSON object of the dialect; it never has card data beyond four last digits.
    private static let payments: [SchemaStatement] = [
        """
        CREATE TABLE platform_payment (
            number INTEGER PRIMARY KEY,
            platform TEXT NOT NULL,
            identifier TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL,
            amount INTEGER NOT NULL CHECK (amount > 0),
            currency TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            expires_at INTEGER,
            details TEXT NOT NULL,
            reference TEXT
        ) STRICT
        """,
        "CREATE INDEX platform_payment_list ON platform_payment (platform, number)",
        """
        CREATE INDEX platform_payment_reference ON platform_payment (platform, reference, number)
        WHERE reference IS NOT NULL
        """,
        """
        CREATE INDEX platform_payment_end ON platform_payment (expires_at)
        WHERE expires_at IS NOT NULL
        """,
        """
        CREATE TABLE platform_operation (
            number INTEGER PRIMARY KEY,
            platform TEXT NOT NULL,
            identifier TEXT NOT NULL UNIQUE,
            payment TEXT NOT NULL REFERENCES platform_payment (identifier),
            kind TEXT NOT NULL,
            state TEXT NOT NULL,
            amount INTEGER NOT NULL,
            created_at INTEGER NOT NULL,
            run TEXT NOT NULL,
            request TEXT,
            idempotency_key TEXT,
            response_code TEXT,
            authorization_code TEXT,
            network_transaction TEXT,
            address_result TEXT,
            details TEXT NOT NULL
        ) STRICT
        """,
        "CREATE INDEX platform_operation_payment ON platform_operation (payment, number)",
        "CREATE INDEX platform_operation_list ON platform_operation (platform, kind, number)",
        """
        CREATE UNIQUE INDEX platform_operation_open ON platform_operation (payment)
        WHERE state = 'inProgress'
        """,
        """
        CREATE TABLE platform_idempotency (
            platform TEXT NOT NULL,
            key TEXT NOT NULL,
            fingerprint BLOB NOT NULL,
            request TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            status INTEGER,
            body BLOB,
            PRIMARY KEY (platform, key)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE INDEX platform_idempotency_time ON platform_idempotency (platform, created_at)
        """,
    ]

    /// Customers, and their cards, whose numbers are encrypted.
    private static let customers: [SchemaStatement] = [
        """
        CREATE TABLE platform_customer (
            identifier TEXT PRIMARY KEY,
            platform TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            details TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE platform_card (
            identifier TEXT PRIMARY KEY,
            platform TEXT NOT NULL,
            customer TEXT NOT NULL,
            payment TEXT NOT NULL REFERENCES platform_payment (identifier),
            expiry TEXT NOT NULL,
            last_four TEXT NOT NULL CHECK (length(last_four) = 4),
            vector BLOB NOT NULL,
            sealed BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]

    private static let webhooks: [SchemaStatement] = [
        """
        CREATE TABLE platform_event (
            number INTEGER PRIMARY KEY,
            platform TEXT NOT NULL,
            identifier TEXT NOT NULL UNIQUE,
            type TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            object TEXT NOT NULL,
            request TEXT,
            idempotency_key TEXT
        ) STRICT
        """,
        "CREATE INDEX platform_event_list ON platform_event (platform, number)",
        """
        CREATE TABLE platform_endpoint (
            number INTEGER PRIMARY KEY,
            platform TEXT NOT NULL,
            identifier TEXT NOT NULL UNIQUE,
            url TEXT NOT NULL,
            events TEXT NOT NULL,
            secret TEXT NOT NULL,
            created_at INTEGER NOT NULL,
            details TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE platform_delivery (
            number INTEGER PRIMARY KEY,
            event TEXT NOT NULL REFERENCES platform_event (identifier),
            endpoint TEXT NOT NULL REFERENCES platform_endpoint (identifier) ON DELETE CASCADE,
            state TEXT NOT NULL,
            due_at INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            attempted_at INTEGER,
            status INTEGER,
            failure TEXT,
            has_wrong_signature INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX platform_delivery_event ON platform_delivery (event)",
        """
        CREATE INDEX platform_delivery_due ON platform_delivery (endpoint, state, due_at, number)
        """,
    ]

    /// The records that lists show, and the value by which each is found.
    private static let records: SchemaStatement = """
        CREATE VIEW platform_record AS
        SELECT 'payment' AS list, platform, number, identifier, created_at, identifier AS filter
        FROM platform_payment
        UNION ALL SELECT kind, platform, number, identifier, created_at, payment
        FROM platform_operation
        WHERE state = 'succeeded' OR state = 'declined' AND kind = 'authorize'
        UNION ALL SELECT 'event', platform, number, identifier, created_at, type FROM platform_event
        UNION ALL SELECT 'endpoint', platform, number, identifier, created_at, url
        FROM platform_endpoint
        """
}
