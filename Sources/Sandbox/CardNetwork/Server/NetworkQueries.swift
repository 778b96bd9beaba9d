package import Storage
internal import World

// Finds the records of the switch by key.
extension Queryable where Self: ~Copyable {
    func workingSet(for request: SwitchRequest) throws(StorageFailure) -> WorkingSet {
        var set = WorkingSet()
        for message in try messages(withReferencesOf: request.identity) {
            if message.identity == request.identity { set.earlier = message }
            // Two reversals may have the same references.
            if let key = message.duplicateKey, key == request.duplicateKey {
                set.isDuplicate = true
            }
        }
        // The earlier answer is all that a repeat needs.
        guard set.earlier == nil else { return set }
        if case .authorization(let card) = request.kind {
            try findCard(card.token, paying: request.currency, for: &set)
            set.instruction =
                try card.instruction
                .map { name throws(StorageFailure) in try instruction(name) } ?? nil
        }
        if let original = request.original {
            set.original = try message(original)
            if let identifier = set.original?.payment { set.payment = try payment(identifier) }
            if let payment = set.payment { set.account = try account(payment.card) }
            if let card = set.account?.identifier {
                set.balance = try balance(of: card, in: set.payment?.currency ?? request.currency)
            }
        }
        return set
    }

    /// The device account of an authorization, the account behind it, its balances and what was approved
    /// for it in its issuer's place, in one query.
    private func findCard(
        _ token: String,
        paying currency: String,
        for set: inout WorkingSet
    ) throws(StorageFailure) {
        let row = try row(
            """
            SELECT token, token_suffix, token_card, token_expiry, token_status, token_requestor,
                card_keys, highest_counter, used_counters, is_merchant_token,
                account.identifier, suffix, issuer, expiry, status, credit_limit, payment_limit,
                daily_amount, daily_payments, postal_code, street, pin_value, wrong_pins, scenario,
                card_balance.card, currency, available, held, owed, day, day_payments, day_amount,
                (SELECT COALESCE(SUM(authorized), 0) FROM network_payment
                WHERE card = token_card AND network_payment.currency = $2
                    AND advice_at IS NOT NULL) AS stand_in
            FROM (
                SELECT identifier AS token, suffix AS token_suffix, card AS token_card,
                    expiry AS token_expiry, status AS token_status, token_requestor, card_keys,
                    highest_counter, used_counters, is_merchant_token
                FROM vault_token WHERE identifier = $1
            )
            LEFT JOIN card_account AS account ON account.identifier = token_card
            LEFT JOIN card_balance ON card_balance.card = token_card AND currency = $2
            """,
            [.text(token), .text(currency)]
        )
        guard let row else { return }
        set.token = try VaultToken(row)
        guard try row.textIfPresent("identifier") != nil else { return }
        set.account = try CardholderAccount(row)
        set.standIn = try row.integer("stand_in")
        if try row.textIfPresent("card") != nil { set.balance = try CardBalance(row) }
    }

    /// The messages with the trace number and the retrieval reference number of an identity: its first
    /// 19 characters.
    private func messages(
        withReferencesOf identity: String
    ) throws(StorageFailure) -> [NetworkMessageRecord] {
        var messages: [NetworkMessageRecord] = []
        for row in try rows(
            """
            SELECT identity, duplicate_key, content, answer, payment, effect, amount
            FROM network_message WHERE substr(identity, 1, 19) = substr($1, 1, 19)
            """,
            [.text(identity)]
        ) { messages.append(try NetworkMessageRecord(row)) }
        return messages
    }

    /// The message with an identity; nil if none was answered or reversed.
    package func message(_ identity: String) throws(StorageFailure) -> NetworkMessageRecord? {
        try messages(withReferencesOf: identity).first { $0.identity == identity }
    }

    private func instruction(
        _ transaction: String
    ) throws(StorageFailure) -> StandingInstruction? {
        let row = try row(
            "SELECT token, merchant FROM standing_instruction WHERE transaction_name = $1",
            [.text(transaction)]
        )
        return try row.map { row throws(StorageFailure) in
            StandingInstruction(
                transaction: transaction,
                token: try row.text("token"),
                merchant: try row.text("merchant")
            )
        }
    }

    func token(_ identifier: String) throws(StorageFailure) -> VaultToken? {
        let row = try row(
            """
            SELECT identifier AS token, suffix AS token_suffix, card AS token_card,
                expiry AS token_expiry, status AS token_status, token_requestor, card_keys,
                highest_counter, used_counters, is_merchant_token
            FROM vault_token WHERE identifier = $1
            """,
            [.text(identifier)]
        )
        return if let row { try VaultToken(row) } else { nil }
    }

    func account(_ identifier: String) throws(StorageFailure) -> CardholderAccount? {
        let row = try row(
            """
            SELECT identifier, suffix, issuer, expiry, status, credit_limit, payment_limit,
                daily_amount, daily_payments, postal_code, street, pin_value, wrong_pins, scenario
            FROM card_account WHERE identifier = $1
            """,
            [.text(identifier)]
        )
        return if let row { try CardholderAccount(row) } else { nil }
    }

    /// Without the `+`, SQLite puts $1 in place of `identity` in the subquery, and uses no index.
    func payment(_ identifier: String) throws(StorageFailure) -> NetworkPayment? {
        let row = try row(
            """
            SELECT identifier, card, issuer, merchant, reference, currency, authorized,
                authorization_code, expires_at, held, captured, refunded, state, advice_at
            FROM network_payment WHERE number = (
                SELECT number FROM network_message
                WHERE substr(identity, 1, 19) = substr($1, 1, 19) AND +identity = $1
            )
            """,
            [.text(identifier)]
        )
        return if let row { try NetworkPayment(row) } else { nil }
    }

    func balance(
        of card: String,
        in currency: String
    ) throws(StorageFailure) -> CardBalance? {
        let row = try row(
            """
            SELECT card, currency, available, held, owed, day, day_payments, day_amount
            FROM card_balance WHERE card = $1 AND currency = $2
            """,
            [.text(card), .text(currency)]
        )
        return if let row { try CardBalance(row) } else { nil }
    }

    /// Some payments whose issuers are to be told of them, or whose holds end, by now.
    func duePayments(at now: UnixTime) throws(StorageFailure) -> [String] {
        var identifiers: [String] = []
        for row in try rows(
            """
            SELECT identifier FROM network_payment
            WHERE advice_at IS NOT NULL AND advice_at <= $1 LIMIT 100
            """,
            [.integer(now.seconds)]
        ) { identifiers.append(try row.text("identifier")) }
        for row in try rows(
            """
            SELECT identifier FROM network_payment
            WHERE state = 'open' AND expires_at <= $1 LIMIT 100
            """,
            [.integer(now.seconds)]
        ) { identifiers.append(try row.text("identifier")) }
        return identifiers
    }
}
