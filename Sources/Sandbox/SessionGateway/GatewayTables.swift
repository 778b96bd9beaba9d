public import Storage

/// The tables of the gateway, for the database of the sandbox.
public enum GatewayTables {
    /// The migrations, to be passed to ``Storage/Database``.
    public static let migrations = MigrationSeries(module: "gateway", [first])

    private static func table(_ statement: StaticString) -> SchemaStatement {
        // The folder of a sandbox is on its machine: there is no other form.
        .each(sqlite: [statement], postgreSQL: [])
    }

    /// Merchants are written by their digests. For a merchant's own domains, `platform` and `merchant`
    /// are the same.
    private static let first = Migration(
        "sessions, domains and partners",
        [
            table(
                """
                CREATE TABLE merchant_session (
                    identifier TEXT NOT NULL PRIMARY KEY,
                    merchant TEXT NOT NULL,
                    certificate TEXT NOT NULL,
                    epoch_timestamp INTEGER NOT NULL,
                    made_at INTEGER NOT NULL,
                    used_at INTEGER
                ) STRICT
                """
            ),
            table("CREATE INDEX merchant_session_age ON merchant_session (made_at)"),
            table(
                """
                CREATE TABLE merchant_domain (
                    platform TEXT NOT NULL CHECK (length(platform) = 64),
                    merchant TEXT NOT NULL CHECK (length(merchant) = 64),
                    domain TEXT NOT NULL,
                    registered_at INTEGER NOT NULL,
                    verified_at INTEGER,
                    PRIMARY KEY (platform, merchant, domain)
                ) STRICT, WITHOUT ROWID
                """
            ),
            table(
                """
                CREATE TABLE domain_address (
                    domain TEXT NOT NULL PRIMARY KEY,
                    address TEXT,
                    authority BLOB
                ) STRICT
                """
            ),
            table(
                """
                CREATE TABLE domain_association (
                    merchant TEXT NOT NULL PRIMARY KEY CHECK (length(merchant) = 64),
                    file BLOB NOT NULL
                ) STRICT
                """
            ),
            table(
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
                """
            ),
            table(
                """
                CREATE TABLE gateway_key (
                    name TEXT NOT NULL PRIMARY KEY,
                    value BLOB NOT NULL
                ) STRICT
                """
            ),
        ]
    )
}
