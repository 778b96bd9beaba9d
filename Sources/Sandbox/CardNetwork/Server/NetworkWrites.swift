internal import Bytes
internal import CardAccounts
internal import Storage
internal import World

// Writes the records of the switch.
extension Transaction {
    func apply(_ changes: NetworkChanges) throws(Failure) {
        for message in changes.messages { try insert(message) }
        if let token = changes.token {
            try execute(
                """
                UPDATE vault_token SET highest_counter = $2, used_counters = $3
                WHERE identifier = $1
                """,
                [
                    .text(token.identifier), .integer(Int64(token.record.counters.highest)),
                    .integer(Int64(bitPattern: token.record.counters.used)),
                ]
            )
        }
        if let instruction = changes.instruction {
            try execute(
                """
                INSERT INTO standing_instruction (transaction_name, token, merchant)
                VALUES ($1, $2, $3) ON CONFLICT DO NOTHING
                """,
                [
                    .text(instruction.transaction), .text(instruction.token),
                    .text(instruction.merchant),
                ]
            )
        }
        if let payment = changes.payment {
            let isNew = changes.messages.contains { $0.identity == payment.identifier }
            if isNew { try insert(payment) } else { try update(payment) }
        }
        if let account = changes.account { try save(account) }
        for balance in changes.balances { try save(balance) }
        if let identity = changes.reversedMessage {
            try execute(
                """
                UPDATE network_message SET effect = 'none'
                WHERE substr(identity, 1, 19) = substr($1, 1, 19) AND identity = $1
                """,
                [.text(identity)]
            )
        }
        try insert(changes.journal)
        for record in changes.clearing { try insert(record) }
    }

    private func insert(_ message: NetworkMessageRecord) throws(Failure) {
        try execute(
            """
            INSERT INTO network_message
                (identity, duplicate_key, content, answer, payment, effect, amount)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            """,
            [
                .text(message.identity), StoredValue(message.duplicateKey),
                .bytes(message.content), .text(message.answer.row), StoredValue(message.payment),
                .text(message.effect.rawValue), .integer(message.amount),
            ]
        )
    }

    /// A payment has the number of its authorization, which is the message that was inserted last.
    private func insert(_ payment: NetworkPayment) throws(Failure) {
        try execute(
            """
            INSERT INTO network_payment
                (number, identifier, card, issuer, merchant, reference, currency, authorized,
                 authorization_code, expires_at, held, captured, refunded, state, advice_at)
            VALUES (last_insert_rowid(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
            """,
            [
                .text(payment.identifier), .text(payment.card), .text(payment.issuer),
                .text(payment.merchant), .text(payment.reference), .text(payment.currency),
                .integer(payment.authorized), .text(payment.authorizationCode),
                .integer(payment.expiresAt.seconds), .integer(payment.held),
                .integer(payment.captured), .integer(payment.refunded),
                .text(payment.state.rawValue), StoredValue(payment.adviceAt?.seconds),
            ]
        )
    }

    /// Without the `+`, SQLite puts $1 in place of `identity` in the subquery, and uses no index.
    private func update(_ payment: NetworkPayment) throws(Failure) {
        try execute(
            """
            UPDATE network_payment
            SET held = $2, captured = $3, refunded = $4, state = $5, advice_at = $6
            WHERE number = (
                SELECT number FROM network_message
                WHERE substr(identity, 1, 19) = substr($1, 1, 19) AND +identity = $1
            )
            """,
            [
                .text(payment.identifier), .integer(payment.held), .integer(payment.captured),
                .integer(payment.refunded), .text(payment.state.rawValue),
                StoredValue(payment.adviceAt?.seconds),
            ]
        )
    }

    private func save(_ balance: CardBalance) throws(Failure) {
        try execute(
            """
            INSERT INTO card_balance
                (card, currency, available, held, owed, day, day_payments, day_amount)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (card, currency) DO UPDATE SET available = excluded.available,
                held = excluded.held, owed = excluded.owed, day = excluded.day,
                day_payments = excluded.day_payments, day_amount = excluded.day_amount
            """,
            [
                .text(balance.card), .text(balance.currency), .integer(balance.available),
                .integer(balance.held), .integer(balance.owed),
                .integer(balance.dailyUse.day), .integer(balance.dailyUse.payments),
                .integer(balance.dailyUse.amount),
            ]
        )
    }

    func save(_ account: CardholderAccount) throws(Failure) {
        let settings = account.settings
        try execute(
            """
            UPDATE card_account SET status = $2, credit_limit = $3, payment_limit = $4,
                daily_amount = $5, daily_payments = $6, postal_code = $7, street = $8,
                pin_value = $9, wrong_pins = $10
            WHERE identifier = $1
            """,
            [
                .text(account.identifier), .text(settings.status.rawValue),
                .integer(settings.creditLine), StoredValue(settings.paymentLimit),
                StoredValue(settings.dailyAmount), StoredValue(settings.dailyPayments),
                StoredValue(settings.address?.postalCode), StoredValue(settings.address?.street),
                StoredValue(account.pinValue), .integer(account.wrongPINs),
            ]
        )
    }

    func insert(_ journal: [JournalEntry]) throws(Failure) {
        for entry in journal {
            for (line, posting) in entry.postings.enumerated() {
                // The first line has the next number of an entry, and the others have its number. With
                // INSERT … SELECT from the same table SQLite makes a temporary table each time.
                try execute(
                    """
                    INSERT INTO posting (entry, line, kind, account, currency, amount)
                    VALUES ((SELECT COALESCE(MAX(entry), 0) + ($1 = 0) FROM posting),
                        $1, $2, $3, $4, $5)
                    """,
                    [
                        .integer(Int64(line)), .text(entry.kind.rawValue),
                        .text(posting.account.text), .text(posting.currency),
                        .integer(posting.amount),
                    ]
                )
            }
        }
    }

    private func insert(_ record: ClearingRecord) throws(Failure) {
        try execute(
            """
            INSERT INTO clearing
                (kind, merchant, reference, authorization_code, trace, currency, amount, fee)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            """,
            [
                .text(record.kind.rawValue), .text(record.merchant), .text(record.reference),
                .text(record.authorizationCode), .text(record.trace), .text(record.currency),
                .integer(record.amount), .integer(record.fee),
            ]
        )
    }

    /// The key with a name, which is kept if there is none yet.
    func key(_ name: String, or new: [UInt8]) throws(Failure) -> [UInt8] {
        try execute(
            "INSERT INTO network_key (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            [.text(name), .bytes(new)]
        )
        return try one("SELECT value FROM network_key WHERE name = $1", [.text(name)]) {
            row throws(StorageFailure) in try row.bytes("value")
        } ?? new
    }

    /// Adds a device account, and the account behind it unless it is known.
    ///
    /// - Returns: Whether the device account is new.
    func add(
        _ token: VaultToken,
        of account: CardholderAccount
    ) throws(Failure) -> Bool {
        let record = token.record
        let keys = record.keys.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
        let added = try execute(
            """
            INSERT INTO vault_token
                (identifier, suffix, card, expiry, status, token_requestor, card_keys,
                 highest_counter, used_counters, is_merchant_token)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING
            """,
            [
                .text(token.identifier), .text(token.suffix), .text(token.card),
                .text(record.expiration), .text(record.status.row), .text(record.tokenRequestor),
                .bytes(keys), .integer(Int64(record.counters.highest)),
                .integer(Int64(bitPattern: record.counters.used)),
                .integer(token.isMerchantToken ? 1 : 0),
            ]
        )
        guard added == 1 else { return false }
        try execute(
            """
            INSERT INTO card_account
                (identifier, suffix, issuer, expiry, status, credit_limit, scenario)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (identifier) DO UPDATE SET expiry = MAX(expiry, excluded.expiry)
            """,
            [
                .text(account.identifier), .text(account.suffix), .text(account.issuer),
                .text(account.expiry), .text(account.settings.status.rawValue),
                .integer(account.settings.creditLine), StoredValue(account.scenario),
            ]
        )
        return true
    }
}
