internal import CardNetwork
internal import Storage
internal import World

// Finds the records of the switch by key.
extension Queryable where Self: ~Copyable {
    func workingSet(for request: SwitchRequest) throws(StorageFailure) -> WorkingSet {
        var set = WorkingSet()
        set.earlier = try message(request.identity)
        // The earlier answer is all that a repeat needs.
        guard set.earlier == nil else { return set }
        if let key = request.duplicateKey {
            let query: StaticString =
                "SELECT identity FROM network_message WHERE duplicate_key = $1 LIMIT 1"
            set.isDuplicate = try row(query, [.text(key)]) != nil
        }
        if case .authorization(let card) = request.kind {
            set.token = try token(card.token)
            if let token = set.token { set.account = try account(token.card) }
        }
        if let original = request.original {
            set.original = try message(original)
            if let identifier = set.original?.payment { set.payment = try payment(identifier) }
            if let payment = set.payment { set.account = try account(payment.card) }
        }
        if let card = set.account?.identifier {
            set.balance = try balance(of: card, in: set.payment?.currency ?? request.currency)
            set.standIn = try standIn(of: card, in: request.currency)
        }
        return set
    }

    func message(_ identity: String) throws(StorageFailure) -> NetworkMessageRecord? {
        let row = try row(
            """
            SELECT identity, duplicate_key, content, answer, payment, effect, amount
            FROM network_message WHERE identity = $1
            """,
            [.text(identity)]
        )
        return if let row { try NetworkMessageRecord(row) } else { nil }
    }

    func token(_ identifier: String) throws(StorageFailure) -> VaultToken? {
        let row = try row(
            """
            SELECT identifier, suffix, card, expiry, status, token_requestor, card_keys,
                highest_counter
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

    func payment(_ identifier: String) throws(StorageFailure) -> NetworkPayment? {
        let row = try row(
            """
            SELECT identifier, card, issuer, merchant, reference, currency, authorized,
                authorization_code, expires_at, held, captured, refunded, state, advice_at
            FROM network_payment WHERE identifier = $1
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

    private func standIn(of card: String, in currency: String) throws(StorageFailure) -> Int64 {
        let row = try row(
            """
            SELECT COALESCE(SUM(authorized), 0) AS amount FROM network_payment
            WHERE card = $1 AND currency = $2 AND advice_at IS NOT NULL
            """,
            [.text(card), .text(currency)]
        )
        return try row?.integer("amount") ?? 0
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
