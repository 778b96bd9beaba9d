internal import Storage

/// The tables of a network's folder.
///
/// No column holds an account number: their keys are keyed digests, and cards are told by the last
/// four digits. `network_key` and `vault_token.card_keys` are TEST keys.
enum NetworkTables {
    static let migrations = MigrationSeries(
        module: "network",
        [Migration("tables", accounts + payments + ledger)]
    )

    private static let accounts: [SchemaStatement] = [
        """
        CREATE TABLE network_key (
            name TEXT PRIMARY KEY,
            value BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE vault_token (
            identifier TEXT PRIMARY KEY,
            suffix TEXT NOT NULL CHECK (length(suffix) = 4),
            card TEXT NOT NULL,
            expiry TEXT NOT NULL CHECK (length(expiry) = 4),
            status TEXT NOT NULL,
            token_requestor TEXT NOT NULL,
            card_keys BLOB NOT NULL,
            highest_counter INTEGER NOT NULL,
            used_counters INTEGER NOT NULL,
            is_merchant_token INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE card_account (
            identifier TEXT PRIMARY KEY,
            suffix TEXT NOT NULL CHECK (length(suffix) = 4),
            issuer TEXT NOT NULL,
            expiry TEXT NOT NULL CHECK (length(expiry) = 4),
            status TEXT NOT NULL,
            credit_limit INTEGER NOT NULL CHECK (credit_limit >= 0),
            payment_limit INTEGER,
            daily_amount INTEGER,
            daily_payments INTEGER,
            postal_code TEXT,
            street TEXT,
            pin_value BLOB,
            wrong_pins INTEGER NOT NULL DEFAULT 0 CHECK (wrong_pins >= 0),
            scenario TEXT
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// Messages and payments by number, so that those of one time are in few pages, and one index of
    /// short keys: the first 19 characters of an identity are the trace number and the retrieval
    /// reference number.
    private static let payments: [SchemaStatement] = [
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
        """,
        """
        CREATE INDEX network_payment_expiring ON network_payment (expires_at)
            WHERE state = 'open'
        """,
        """
        CREATE INDEX network_payment_advised ON network_payment (card, currency)
            WHERE advice_at IS NOT NULL
        """,
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
        """,
        """
        CREATE INDEX network_message_references
            ON network_message (substr(identity, 1, 19))
        """,
        """
        CREATE TABLE standing_instruction (
            transaction_name TEXT PRIMARY KEY,
            token TEXT NOT NULL,
            merchant TEXT NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
    ]

    /// The balances of cards, the use of a day, and the postings, clearings and settlements.
    private static let ledger: [SchemaStatement] = [
        """
        CREATE TABLE card_balance (
            card TEXT NOT NULL,
            currency TEXT NOT NULL,
            available INTEGER NOT NULL,
            held INTEGER NOT NULL CHECK (held >= 0),
            owed INTEGER NOT NULL,
            day INTEGER NOT NULL DEFAULT 0,
            day_payments INTEGER NOT NULL DEFAULT 0 CHECK (day_payments >= 0),
            day_amount INTEGER NOT NULL DEFAULT 0 CHECK (day_amount >= 0),
            PRIMARY KEY (card, currency)
        ) STRICT, WITHOUT ROWID
        """,
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
        """,
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
        """,
        "CREATE INDEX clearing_settlement ON clearing (settlement)",
        """
        CREATE TABLE settlement (
            number INTEGER PRIMARY KEY,
            settled_at INTEGER NOT NULL,
            file TEXT NOT NULL,
            last_entry INTEGER NOT NULL
        ) STRICT
        """,
    ]
}
