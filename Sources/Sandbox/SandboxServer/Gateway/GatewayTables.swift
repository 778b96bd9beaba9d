public import Storage

/// The tables of the gateway, for the database of the sandbox.
public enum GatewayTables {
    /// The migrations, to be passed to ``Storage/Database``.
    public static let migrations = MigrationSeries(
        module: "gateway",
        [Migration("tables", tables)]
    )

    /// Merchants are written by their digests. For a merchant's own domains, `platform` and `merchant`
    /// are the same.
    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE merchant_session (
            identifier TEXT NOT NULL PRIMARY KEY,
            merchant TEXT NOT NULL,
            platform TEXT NOT NULL,
            certificate TEXT NOT NULL,
            epoch_timestamp INTEGER NOT NULL,
            made_at INTEGER NOT NULL,
            used_at INTEGER
        ) STRICT
        """,
        "CREATE INDEX merchant_session_age ON merchant_session (made_at)",
        """
        CREATE TABLE merchant_domain (
            platform TEXT NOT NULL CHECK (length(platform) = 64),
            merchant TEXT NOT NULL CHECK (length(merchant) = 64),
            domain TEXT NOT NULL,
            registered_at INTEGER NOT NULL,
            verified_at INTEGER,
            PRIMARY KEY (platform, merchant, domain)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE domain_address (
            domain TEXT NOT NULL PRIMARY KEY,
            address TEXT,
            authority BLOB
        ) STRICT
        """,
        """
        CREATE TABLE domain_association (
            merchant TEXT NOT NULL PRIMARY KEY CHECK (length(merchant) = 64),
            file BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE partner_merchant (
            platform TEXT NOT NULL CHECK (length(platform) = 64),
            merchant TEXT NOT NULL CHECK (length(merchant) = 64),
            identifier TEXT NOT NULL,
            name TEXT NOT NULL,
            encrypt_to TEXT NOT NULL,
            url TEXT,
            PRIMARY KEY (platform, merchant)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE gateway_key (
            name TEXT NOT NULL PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE push (
            number INTEGER PRIMARY KEY,
            token TEXT NOT NULL,
            topic TEXT NOT NULL,
            payload TEXT NOT NULL,
            expires_at INTEGER NOT NULL,
            time INTEGER NOT NULL
        ) STRICT
        """,
    ]
}
