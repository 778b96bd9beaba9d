internal import Storage

/// The tables of a network's folder.
///
/// No column holds an account number: their keys are keyed digests, and cards are told by the last
/// four digits. `network_key` and `vault_token.card_keys` are TEST keys.
enum NetworkTables {
    static let migrations = MigrationSeries(
        module: "network",
        [vault, payments, ledger, accounts, files, numbers, counters]
    )

    private static func table(_ statement: StaticString) -> SchemaStatement {
        // The folder of a network is on its machine: there is no other form.
        .each(sqlite: [statement], postgreSQL: [])
    }

    /// All counters up to the highest were used, for an account of before.
    private static let counters = Migration(
        "counters",
        [table("ALTER TABLE vault_token ADD COLUMN used_counters INTEGER NOT NULL DEFAULT -1")]
    )

    /// What a test sets of an account, its PIN, and what a day was used for.
    private static let accounts = Migration(
        "accounts",
        [
            table("ALTER TABLE card_account ADD COLUMN suffix TEXT CHECK (length(suffix) = 4)"),
            table("ALTER TABLE card_account ADD COLUMN daily_amount INTEGER"),
            table("ALTER TABLE card_account ADD COLUMN daily_payments INTEGER"),
            table("ALTER TABLE card_account ADD COLUMN pin_value BLOB"),
            table(
                """
                ALTER TABLE card_account ADD COLUMN wrong_pins INTEGER NOT NULL DEFAULT 0
                    CHECK (wrong_pins >= 0)
                """
            ),
            table("ALTER TABLE card_balance ADD COLUMN day INTEGER NOT NULL DEFAULT 0"),
            table(
                """
                ALTER TABLE card_balance ADD COLUMN day_payments INTEGER NOT NULL DEFAULT 0
                    CHECK (day_payments >= 0)
                """
            ),
            table(
                """
                ALTER TABLE card_balance ADD COLUMN day_amount INTEGER NOT NULL DEFAULT 0
                    CHECK (day_amount >= 0)
                """
            ),
        ]
    )

    private static let vault = Migration(
        "vault",
        [
            table(
                """
                CREATE TABLE network_key (
                    name TEXT PRIMARY KEY,
                    value BLOB NOT NULL
                ) STRICT
                """
            ),
            table(
                """
                CREATE TABLE vault_token (
                    identifier TEXT PRIMARY KEY,
                    suffix TEXT NOT NULL CHECK (length(suffix) = 4),
                    card TEXT NOT NULL,
                    expiry TEXT NOT NULL CHECK (length(expiry) = 4),
                    status TEXT NOT NULL,
                    token_requestor TEXT NOT NULL,
                    card_keys BLOB NOT NULL,
                    highest_counter INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """
            ),
            table(
                """
                CREATE TABLE card_account (
                    identifier TEXT PRIMARY KEY,
                    issuer TEXT NOT NULL,
                    expiry TEXT NOT NULL CHECK (length(expiry) = 4),
                    status TEXT NOT NULL,
                    credit_limit INTEGER NOT NULL CHECK (credit_limit >= 0),
                    payment_limit INTEGER,
                    postal_code TEXT,
                    street TEXT,
                    scenario TEXT
                ) STRICT, WITHOUT ROWID
                """
            ),
        ]
    )

    private static let payments = Migration(
        "payments",
        [
            table(
                """
                CREATE TABLE network_payment (
                    identifier TEXT PRIMARY KEY,
                    card TEXT NOT NULL,
                    issuer TEXT NOT NULL,
                    merchant TEXT NOT NULL,
                    reference TEXT NOT NULL,
                    currency TEXT NOT NULL CHECK (length(currency) = 3),
                    authorized INTEGER NOT NULL CHECK (authorized > 0),
                    authorization_code TEXT NOT NULL,
                    expires_at INTEGER NOT NULL,
                    held INTEGER NOT NULL CHECK (held >= 0),
                    captured INTEGER NOT NULL CHECK (captured >= 0),
                    refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured),
                    state TEXT NOT NULL,
                    advice_at INTEGER,
                    CHECK (held + captured <= authorized)
                ) STRICT, WITHOUT ROWID
                """
            ),
            """
            CREATE INDEX network_payment_expiring ON network_payment (expires_at)
                WHERE state = 'open'
            """,
            """
            CREATE INDEX network_payment_advised ON network_payment (card, currency)
                WHERE advice_at IS NOT NULL
            """,
            table(
                """
                CREATE TABLE network_message (
                    identity TEXT PRIMARY KEY,
                    duplicate_key TEXT,
                    content BLOB NOT NULL,
                    answer TEXT NOT NULL,
                    payment TEXT,
                    effect TEXT NOT NULL,
                    amount INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID
                """
            ),
            "CREATE INDEX network_message_duplicates ON network_message (duplicate_key)",
        ]
    )

    private static let ledger = Migration(
        "ledger",
        [
            table(
                """
                CREATE TABLE card_balance (
                    card TEXT NOT NULL,
                    currency TEXT NOT NULL,
                    available INTEGER NOT NULL,
                    held INTEGER NOT NULL CHECK (held >= 0),
                    owed INTEGER NOT NULL,
                    PRIMARY KEY (card, currency)
                ) STRICT, WITHOUT ROWID
                """
            ),
            table(
                """
                CREATE TABLE posting (
                    entry INTEGER NOT NULL,
                    line INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    account TEXT NOT NULL,
                    currency TEXT NOT NULL,
                    amount INTEGER NOT NULL,
                    PRIMARY KEY (entry, line)
                ) STRICT, WITHOUT ROWID
                """
            ),
            table(
                """
                CREATE TABLE clearing (
                    number INTEGER PRIMARY KEY,
                    kind TEXT NOT NULL,
                    merchant TEXT NOT NULL,
                    reference TEXT NOT NULL,
                    authorization_code TEXT NOT NULL,
                    trace TEXT NOT NULL,
                    currency TEXT NOT NULL,
                    amount INTEGER NOT NULL,
                    fee INTEGER NOT NULL,
                    settlement INTEGER
                ) STRICT
                """
            ),
            "CREATE INDEX clearing_settlement ON clearing (settlement)",
            table(
                """
                CREATE TABLE settlement (
                    number INTEGER PRIMARY KEY,
                    settled_at INTEGER NOT NULL
                ) STRICT
                """
            ),
        ]
    )

    /// The text of a settlement's file; null for those of an older version.
    private static let files = Migration(
        "settlement-files",
        [table("ALTER TABLE settlement ADD COLUMN file TEXT")]
    )
}

extension NetworkTables {
    /// Messages and payments by number, so that those of one time are in few pages, and one index of
    /// short keys: the first 19 characters of an identity are the trace number and the retrieval
    /// reference number. Before, an identity began with the time, the class and the merchant's bank.
    private static let numbers = Migration(
        "numbers",
        [
            table("DROP INDEX network_message_duplicates"),
            table("ALTER TABLE network_message RENAME TO earlier_message"),
            table(
                """
                CREATE TABLE network_message (
                    number INTEGER PRIMARY KEY,
                    identity TEXT NOT NULL,
                    duplicate_key TEXT,
                    content BLOB NOT NULL,
                    answer TEXT NOT NULL,
                    payment TEXT,
                    effect TEXT NOT NULL,
                    amount INTEGER NOT NULL
                ) STRICT
                """
            ),
            table(
                """
                INSERT INTO network_message
                    (identity, duplicate_key, content, answer, payment, effect, amount)
                SELECT substr(identity, 14, 6) || '|'
                    || substr(substr(identity, 21), instr(substr(identity, 21), '|') + 1, 12)
                    || '|' || substr(identity, 1, 12) || '|'
                    || substr(substr(identity, 21), 1, instr(substr(identity, 21), '|') - 1)
                    || substr(substr(identity, 21), instr(substr(identity, 21), '|') + 13),
                    duplicate_key, content, answer,
                    substr(payment, 14, 6) || '|'
                    || substr(substr(payment, 21), instr(substr(payment, 21), '|') + 1, 12)
                    || '|' || substr(payment, 1, 12) || '|'
                    || substr(substr(payment, 21), 1, instr(substr(payment, 21), '|') - 1)
                    || substr(substr(payment, 21), instr(substr(payment, 21), '|') + 13),
                    effect, amount
                FROM earlier_message ORDER BY identity
                """
            ),
            table("DROP TABLE earlier_message"),
            table(
                """
                CREATE INDEX network_message_references
                    ON network_message (substr(identity, 1, 19))
                """
            ),
            table("DROP INDEX network_payment_expiring"),
            table("DROP INDEX network_payment_advised"),
            table("ALTER TABLE network_payment RENAME TO earlier_payment"),
            table(
                """
                CREATE TABLE network_payment (
                    number INTEGER PRIMARY KEY,
                    identifier TEXT NOT NULL,
                    card TEXT NOT NULL,
                    issuer TEXT NOT NULL,
                    merchant TEXT NOT NULL,
                    reference TEXT NOT NULL,
                    currency TEXT NOT NULL CHECK (length(currency) = 3),
                    authorized INTEGER NOT NULL CHECK (authorized > 0),
                    authorization_code TEXT NOT NULL,
                    expires_at INTEGER NOT NULL,
                    held INTEGER NOT NULL CHECK (held >= 0),
                    captured INTEGER NOT NULL CHECK (captured >= 0),
                    refunded INTEGER NOT NULL CHECK (refunded BETWEEN 0 AND captured),
                    state TEXT NOT NULL,
                    advice_at INTEGER,
                    CHECK (held + captured <= authorized)
                ) STRICT
                """
            ),
            table(
                """
                INSERT INTO network_payment
                SELECT message.number, message.identity, earlier.card, earlier.issuer,
                    earlier.merchant, earlier.reference, earlier.currency, earlier.authorized,
                    earlier.authorization_code, earlier.expires_at, earlier.held,
                    earlier.captured, earlier.refunded, earlier.state, earlier.advice_at
                FROM earlier_payment AS earlier JOIN network_message AS message
                    ON message.identity = substr(earlier.identifier, 14, 6) || '|'
                    || substr(substr(earlier.identifier, 21), instr(substr(earlier.identifier, 21), '|') + 1, 12)
                    || '|' || substr(earlier.identifier, 1, 12) || '|'
                    || substr(substr(earlier.identifier, 21), 1, instr(substr(earlier.identifier, 21), '|') - 1)
                    || substr(substr(earlier.identifier, 21), instr(substr(earlier.identifier, 21), '|') + 13)
                """
            ),
            table("DROP TABLE earlier_payment"),
            table(
                """
                CREATE INDEX network_payment_expiring ON network_payment (expires_at)
                    WHERE state = 'open'
                """
            ),
            table(
                """
                CREATE INDEX network_payment_advised ON network_payment (card, currency)
                    WHERE advice_at IS NOT NULL
                """
            ),
        ]
    )
}
