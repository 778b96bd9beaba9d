internal import Storage

/// The tables of a member center.
///
/// `member_authority.key` holds TEST keys. Merchants' private keys never come here.
enum MemberCenterTables {
    static let migrations = MigrationSeries(
        module: "member-center",
        [Migration("tables", tables)]
    )

    private static let tables: [SchemaStatement] = [
        """
        CREATE TABLE member_authority (
            name TEXT PRIMARY KEY,
            opening INTEGER NOT NULL,
            certificate BLOB NOT NULL,
            key BLOB
        ) STRICT
        """,
        """
        CREATE TABLE member_team (
            number INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE CHECK (length(identifier) = 10),
            name TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE member_identifier (
            number INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            kind TEXT NOT NULL CHECK (kind IN \(IdentifierKind.self)),
            description TEXT NOT NULL,
            team TEXT NOT NULL REFERENCES member_team (identifier),
            registered_at INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE member_certificate (
            number INTEGER PRIMARY KEY,
            serial TEXT NOT NULL UNIQUE,
            holder TEXT NOT NULL REFERENCES member_identifier (identifier),
            kind TEXT NOT NULL CHECK (kind IN \(CertificateKind.self)),
            content BLOB NOT NULL,
            issued_at INTEGER NOT NULL,
            activated_at INTEGER,
            replaced_at INTEGER,
            revoked_at INTEGER
        ) STRICT
        """,
        "CREATE INDEX member_certificate_holders ON member_certificate (holder)",
        """
        CREATE UNIQUE INDEX member_certificate_activated ON member_certificate (holder)
            WHERE kind = 'paymentProcessing' AND activated_at IS NOT NULL
                AND replaced_at IS NULL
        """,
        """
        CREATE TABLE member_app (
            number INTEGER PRIMARY KEY,
            identifier TEXT NOT NULL UNIQUE,
            description TEXT NOT NULL,
            team TEXT NOT NULL REFERENCES member_team (identifier),
            registered_at INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE member_app_merchant (
            app TEXT NOT NULL REFERENCES member_app (identifier),
            place INTEGER NOT NULL,
            merchant TEXT NOT NULL REFERENCES member_identifier (identifier),
            PRIMARY KEY (app, place),
            UNIQUE (app, merchant)
        ) STRICT, WITHOUT ROWID
        """,
    ]
}
