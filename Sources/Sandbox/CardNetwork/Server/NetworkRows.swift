internal import Bytes
internal import CardAccounts
package import Storage
internal import World

// The records of the switch as rows.

extension VaultToken {
    init(_ row: Row) throws(StorageFailure) {
        let bytes = Secret(copying: try row.bytes("card_keys"))
        guard let keys = CardKeys(restoring: bytes) else {
            throw .columnMismatch(column: "card_keys", expected: .bytes, found: .bytes)
        }
        self.init(
            identifier: try row.text("token"),
            suffix: try row.text("token_suffix"),
            card: try row.text("token_card"),
            record: TokenRecord(
                status: TokenRecord.Status(row: try row.text("token_status")),
                expiration: try row.text("token_expiry"),
                tokenRequestor: try row.text("token_requestor"),
                keys: keys,
                counters: CounterWindow(
                    highest: UInt16(truncatingIfNeeded: try row.integer("highest_counter")),
                    used: UInt64(bitPattern: try row.integer("used_counters"))
                )
            ),
            isMerchantToken: try row.integer("is_merchant_token") == 1
        )
    }
}

extension TokenRecord.Status {
    /// The state in a column.
    var row: String {
        switch self {
        case .inactive: "inactive"
        case .active: "active"
        case .suspended: "suspended"
        case .deleted: "deleted"
        }
    }

    /// An unknown state permits nothing.
    init(row: String) { self = Self.allCases.first { $0.row == row } ?? .suspended }
}

extension CardholderAccount {
    init(_ row: Row) throws(StorageFailure) {
        var settings = AccountSettings(creditLine: try row.integer("credit_limit"))
        // An unknown state permits nothing.
        settings.status = AccountSettings.Status(rawValue: try row.text("status")) ?? .blocked
        settings.paymentLimit = try row.integerIfPresent("payment_limit")
        settings.dailyAmount = try row.integerIfPresent("daily_amount")
        settings.dailyPayments = try row.integerIfPresent("daily_payments")
        if let postalCode = try row.textIfPresent("postal_code"),
            let street = try row.textIfPresent("street")
        {
            settings.address = CardholderAddress(postalCode: postalCode, street: street)
        }
        self.init(
            identifier: try row.text("identifier"),
            suffix: try row.text("suffix"),
            issuer: try row.text("issuer"),
            expiry: try row.text("expiry"),
            settings: settings
        )
        pinValue = try row.bytesIfPresent("pin_value")
        wrongPINs = try row.integer("wrong_pins")
        scenario = try row.textIfPresent("scenario")
    }
}

extension CardBalance {
    init(_ row: Row) throws(StorageFailure) {
        self.init(
            card: try row.text("card"),
            currency: try row.text("currency"),
            available: try row.integer("available"),
            held: try row.integer("held"),
            owed: try row.integer("owed"),
            dailyUse: DailyUse(
                day: try row.integer("day"),
                payments: try row.integer("day_payments"),
                amount: try row.integer("day_amount")
            )
        )
    }
}

extension NetworkPayment {
    /// Reads a row of `network_payment`.
    package init(_ row: Row) throws(StorageFailure) {
        self.init(
            identifier: try row.text("identifier"),
            card: try row.text("card"),
            issuer: try row.text("issuer"),
            merchant: try row.text("merchant"),
            reference: try row.text("reference"),
            currency: try row.text("currency"),
            authorized: try row.integer("authorized"),
            authorizationCode: try row.text("authorization_code"),
            expiresAt: UnixTime(seconds: try row.integer("expires_at")),
            held: try row.integer("held"),
            captured: try row.integer("captured"),
            refunded: try row.integer("refunded"),
            // An unknown state permits no captures.
            state: State(rawValue: try row.text("state")) ?? .expired,
            adviceAt: try row.integerIfPresent("advice_at").map { UnixTime(seconds: $0) }
        )
    }
}

extension NetworkMessageRecord {
    init(_ row: Row) throws(StorageFailure) {
        self.init(
            identity: try row.text("identity"),
            duplicateKey: try row.textIfPresent("duplicate_key"),
            content: try row.bytes("content"),
            answer: SwitchAnswer(row: try row.text("answer")),
            payment: try row.textIfPresent("payment"),
            effect: Effect(rawValue: try row.text("effect")) ?? .none,
            amount: try row.integer("amount")
        )
    }
}

extension SwitchAnswer {
    /// The answer in a column: seven parts with bars between them, empty where there is none.
    var row: String {
        [
            code.rawValue, amount.map(String.init) ?? "", authorizationCode ?? "",
            transaction ?? "", addressResult ?? "", cryptogramResult?.rawValue ?? "",
            isStandIn ? "S" : "",
        ].joined(separator: "|")
    }

    /// An unreadable answer is a failure of the network.
    init(row: String) {
        let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 7, let code = DecisionCode(rawValue: parts[0]) else {
            self.init(.systemError)
            return
        }
        func part(_ index: Int) -> String? { parts[index].isEmpty ? nil : parts[index] }
        self.init(code)
        amount = part(1).flatMap { Int64($0) }
        authorizationCode = part(2)
        transaction = part(3)
        addressResult = part(4)
        cryptogramResult = part(5).flatMap(CryptogramResult.init(rawValue:))
        isStandIn = part(6) != nil
    }
}
