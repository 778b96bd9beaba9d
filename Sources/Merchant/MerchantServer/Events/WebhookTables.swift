internal import Storage

/// The tables of webhooks, which refer to those of events.
enum WebhookTables {
    /// The migrations.
    ///
    /// A webhook remembers how far it has come in the events. Only what was not taken has rows of its own, so that
    /// the number of rows does not grow with that of events. `lane` is the payment: of the rows of a lane only the
    /// first that was not given up has a time at which it is due.
    static let migrations = MigrationSeries(
        module: "webhooks",
        [
            Migration(
                "tables",
                [
                    """
                    CREATE TABLE webhook (
                        id TEXT PRIMARY KEY,
                        url TEXT NOT NULL,
                        types TEXT NOT NULL,
                        secret_number INTEGER NOT NULL CHECK (secret_number > 0),
                        earlier_until INTEGER,
                        position INTEGER NOT NULL CHECK (position >= 0),
                        failures INTEGER NOT NULL CHECK (failures >= 0),
                        due_at INTEGER NOT NULL,
                        sender TEXT,
                        sending_until INTEGER NOT NULL,
                        created_at INTEGER NOT NULL
                    ) STRICT
                    """,
                    """
                    CREATE TABLE webhook_delivery (
                        webhook TEXT NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
                        position INTEGER NOT NULL REFERENCES event (position),
                        lane TEXT NOT NULL,
                        attempts INTEGER NOT NULL CHECK (attempts >= 0),
                        due_at INTEGER,
                        given_up_at INTEGER,
                        failure TEXT,
                        PRIMARY KEY (webhook, position),
                        CHECK (due_at IS NULL OR given_up_at IS NULL)
                    ) STRICT
                    """,
                    """
                    CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook, due_at)
                    WHERE due_at IS NOT NULL
                    """,
                    """
                    CREATE INDEX webhook_delivery_lane ON webhook_delivery (webhook, lane, position)
                    WHERE given_up_at IS NULL
                    """,
                    """
                    CREATE INDEX webhook_delivery_given_up ON webhook_delivery (webhook, given_up_at)
                    WHERE given_up_at IS NOT NULL
                    """,
                ]
            )
        ]
    )
}
