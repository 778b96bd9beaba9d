public import Storage

/// The tables of requests that were made with an idempotency key, and of the servers that work on them.
public enum IdempotencyTables {
    /// The migrations.
    ///
    /// A row has digests of the key and of the body, and the answer. No column holds a token, a card's
    /// data or a contact.
    public static let migrations = MigrationSeries(
        module: "idempotency",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE idempotent_request (
                        key_digest BLOB NOT NULL PRIMARY KEY CHECK (length(key_digest) = 32),
                        body_digest BLOB NOT NULL CHECK (length(body_digest) = 32),
                        worker TEXT,
                        leased_until INTEGER NOT NULL,
                        kept_until INTEGER NOT NULL,
                        operation TEXT,
                        status INTEGER,
                        location TEXT,
                        body BLOB,
                        CHECK ((status IS NULL) = (body IS NULL)),
                        CHECK (status IS NULL OR worker IS NULL)
                    ) STRICT
                    """,
                    "CREATE INDEX idempotent_request_kept ON idempotent_request (kept_until)",
                    """
                    CREATE TABLE serving_worker (
                        worker TEXT PRIMARY KEY,
                        signs INTEGER NOT NULL
                    ) STRICT, WITHOUT ROWID
                    """,
                ]
            )
        ]
    )
}
