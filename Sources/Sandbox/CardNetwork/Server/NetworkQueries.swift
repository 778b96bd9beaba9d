package import Storage
internal import World

// Finds the records of the switch by key.
extension Queryable where Self: ~Copyable {
    func workingSet(for request: SwitchRequest) throws(Failure) -> WorkingSet {
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
            if let name = card.instruction { set.instruction = try instruction(name) }
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
    ) throws(Failure) {
        _ = try one(
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
        ) { row throws(StorageFailure) in
            set.token = try VaultToken(row)
            guard try row.textIfPresent("identifier") != nil else { return }
            set.account = try CardholderAccount(row)
            set.standIn = try row.integer("stand_in")
            if try row.textIfPresent("card") != nil { set.balance = try CardBalance(row) }
        }
    }

    /// The messages with the trace number and the retrieval reference number of an identity: its first
    /// 19 characters.
    private func messages(
        withReferencesOf identity: String
    ) throws(Failure) -> [NetworkMessageRecord] {
        try all(
            """
            SELECT identity, duplicate_key, content, answer, payment, effect, amount
            FROM network_message WHERE substr(identity, 1, 19) = substr($1, 1, 19)
            """,
            [.text(identity)],
            NetworkMessageRecord.init
        )
    }

    /// The message with an identity; nil if none was answered or reversed.
    package func message(_ identity: String) throws(Failure) -> NetworkMessageRecord? {
        try messages(withReferencesOf: identity).first { $0.identity == identity }
    }

    private func instruction(
        _ transaction: String
    ) throws(Failure) -> StandingInstruction? {
        try one(
            "SELECT token, merchant FROM standing_instruction WHERE transaction_name = $1",
            [.text(transaction)]
        ) { row throws(StorageFailure) in
            StandingInstruction(
                transaction: transaction,
                token: try row.text("token"),
                merchant: try row.text("merchant")
            )
        }
    }

    func token(_ identifier: String) throws(Failure) -> VaultToken? {
        try one(
            """
            SELECT identifier AS token, suffix AS token_suffix, card AS token_card,
                expiry AS token_expiry, status AS token_status, token_requestor, card_keys,
                highest_counter, used_counters, is_merchant_token
            FROM vault_token WHERE identifier = $1
            """,
            [.text(identifier)],
            VaultToken.init
        )
    }

    func account(_ identifier: String) throws(Failure) -> CardholderAccount? {
        try one(
            """
            SELECT identifier, suffix, issuer, expiry, status, credit_limit, payment_limit,
                daily_amount, daily_payments, postal_code, street, pin_value, wrong_pins, scenario
            FROM card_account WHERE identifier = $1
            """,
            [.text(identifier)],
            CardholderAccount.init
        )
    }

    /// Without the `+`, SQLite puts $1 in place of `identity` in the subquery, and uses no index.
    func payment(_ identifier: String) throws(Failure) -> NetworkPayment? {
        try one(
            """
            SELECT identifier, card, issuer, merchant, reference, currency, authorized,
                authorization_code, expires_at, held, captured, refunded, state, advice_at
            FROM network_payment WHERE number = (
                SELECT number FROM network_message
                WHERE substr(identity, 1, 19) = substr($1, 1, 19) AND +identity = $1
            )
            """,
            [.text(identifier)],
            NetworkPayment.init
        )
    }

    func balance(
        of card: String,
        in currency: String
    ) throws(Failure) -> CardBalance? {
        try one(
            """
            SELECT card, currency, available, held, owed, day, day_payments, day_amount
            FROM card_balance WHERE card = $1 AND currency = $2
            """,
            [.text(card), .text(currency)],
            CardBalance.init
        )
    }

    /// Some payments whose issuers are to be told of them, or whose holds end, by now.
    func duePayments(at now: UnixTime) throws(Failure) -> [String] {
        let advices = try all(
            """
            SELECT identifier FROM network_payment
            WHERE advice_at IS NOT NULL AND advice_at <= $1 LIMIT 100
            """,
            [.integer(now.seconds)]
        ) { row throws(StorageFailure) in try row.text("identifier") }
        let ends = try all(
            """
            SELECT identifier FROM network_payment
            WHERE state = 'open' AND expires_at <= $1 LIMIT 100
            """,
            [.integer(now.seconds)]
        ) { row throws(StorageFailure) in try row.text("identifier") }
        return advices + ends
    }
}
