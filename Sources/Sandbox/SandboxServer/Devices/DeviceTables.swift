internal import Storage

/// The tables of testers and devices.
///
/// `device_card` is the inside of a Secure Element: it has account numbers and keys, TEST ones, as the
/// chip of a device has. `highest_counter` never decreases.
enum DeviceTables {
    static let migrations = MigrationSeries(
        module: "devices",
        [Migration("tables", devices + chips + contacts)]
    )

    private static let devices: [SchemaStatement] = [
        """
        CREATE TABLE tester (
            address TEXT PRIMARY KEY,
            stated_address TEXT NOT NULL,
            country TEXT NOT NULL CHECK (length(country) = 2)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE device (
            identifier TEXT PRIMARY KEY,
            model TEXT NOT NULL,
            system TEXT NOT NULL,
            paired_watch TEXT,
            is_restricted INTEGER NOT NULL CHECK (is_restricted IN (0, 1)),
            tester TEXT REFERENCES tester (address),
            chip_identifier BLOB NOT NULL UNIQUE,
            chip_key BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE device_card (
            number INTEGER PRIMARY KEY,
            device TEXT NOT NULL REFERENCES device (identifier),
            display_name TEXT NOT NULL,
            network TEXT NOT NULL,
            other_networks TEXT NOT NULL,
            type INTEGER NOT NULL,
            protocols INTEGER NOT NULL,
            issuer_country TEXT NOT NULL,
            account_number BLOB NOT NULL,
            merchant_account_number BLOB NOT NULL,
            expiry TEXT NOT NULL CHECK (length(expiry) = 6),
            manufacturer TEXT NOT NULL,
            eci TEXT,
            cryptogram_bytes INTEGER NOT NULL,
            chip_application BLOB,
            card_keys BLOB NOT NULL,
            highest_counter INTEGER NOT NULL
                CHECK (highest_counter BETWEEN 0 AND 65535),
            state TEXT NOT NULL CHECK (state IN \(CardRecord.State.self)),
            code TEXT,
            wrong_codes INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE INDEX device_card_of_device ON device_card (device)",
        .refusal(
            "device_card_counter",
            of: "UPDATE OF highest_counter ON device_card",
            when: "NEW.highest_counter < OLD.highest_counter"
        ),
    ]

    /// The tables for wallets of other processes: their chips, and a key of the token service that a restart
    /// does not change.
    private static let chips: [SchemaStatement] = [
        """
        CREATE TABLE enrolled_chip (
            identifier BLOB PRIMARY KEY CHECK (length(identifier) = 12),
            public_key BLOB NOT NULL
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE token_service_key (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            key BLOB NOT NULL
        ) STRICT
        """,
    ]

    /// The contacts of devices, as pages write them, and the device whose sheets pages show.
    private static let contacts: [SchemaStatement] = [
        """
        CREATE TABLE device_contact (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL REFERENCES device (identifier),
            contact TEXT NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE chosen_device (
            number INTEGER PRIMARY KEY CHECK (number = 1),
            device TEXT NOT NULL REFERENCES device (identifier)
        ) STRICT
        """,
    ]
}
