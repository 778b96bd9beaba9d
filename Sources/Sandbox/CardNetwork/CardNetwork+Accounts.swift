public import Bytes
public import Storage
internal import World

/// Why the settings of an account were not changed.
public enum AccountFailure: Error, Hashable, Sendable {
    /// The network refuses the change.
    case refused(AccountRefusal)
    /// The records could not be read or written.
    case storage(StorageFailure)
}

extension AccountFailure: CarriesStorageFailure {
    /// The error for a database that failed.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}

// The accounts of cardholders. A server on the same folder sees a change with its next message.
extension CardNetwork {
    /// The accounts, by scheme and last four digits.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func accounts() async throws(StorageFailure) -> [AccountReport] {
        await catchUp()
        return try await database.read { snapshot throws(StorageFailure) in
            var reports: [AccountReport] = []
            for row in try snapshot.rows(
                "SELECT identifier FROM card_account ORDER BY issuer, suffix, identifier"
            ) {
                guard let report = try snapshot.report(try row.text("identifier")) else {
                    continue
                }
                reports.append(report)
            }
            return reports
        }
    }

    /// The account of a card; nil if the network has none.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func account(of card: PaymentCard) async throws(StorageFailure) -> AccountReport? {
        await catchUp()
        let identifier = key.identifier(of: card.number)
        return try await database.read { snapshot throws(StorageFailure) in
            try snapshot.report(identifier)
        }
    }

    /// Changes what the issuer permits an account, from the next message on.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - pin: The PIN from now on, which also ends the count of wrong ones; nil for no change.
    ///   - body: Changes the settings. It may run several times.
    /// - Returns: The account after the change.
    /// - Throws: ``AccountFailure``; then nothing is changed, unless the storage failure says
    ///   otherwise.
    @discardableResult
    public func changeAccount(
        of card: PaymentCard,
        pin: Secret? = nil,
        _ body: @escaping @Sendable (inout AccountSettings) -> Void = { _ in }
    ) async throws(AccountFailure) -> AccountReport {
        try await changeAccount(key.identifier(of: card.number), pin: pin, body)
    }

    /// Changes an account that ``accounts()`` has listed.
    package func changeAccount(
        _ identifier: String,
        pin: Secret?,
        _ body: @escaping @Sendable (inout AccountSettings) -> Void
    ) async throws(AccountFailure) -> AccountReport {
        await catchUp()
        return try await database.write { [network] transaction throws(AccountFailure) in
            let found = try transaction.account(identifier)
            let balances = try transaction.balances(of: identifier)
            guard let account = found else { throw .refused(.unknownCard) }
            var settings = account.settings
            body(&settings)
            let changes = try network.change(account, balances, to: settings, pin: pin)
            try transaction.apply(changes)
            return try transaction.report(identifier) ?? AccountReport(account, balances)
        }
    }

    /// By what ``accounts()`` names the account of a card's number.
    package func accountIdentifier(of number: Secret) -> String { key.identifier(of: number) }
}

extension Queryable where Self: ~Copyable {
    fileprivate func report(_ identifier: String) throws(Failure) -> AccountReport? {
        guard let account = try account(identifier) else { return nil }
        return AccountReport(account, try balances(of: identifier))
    }

    fileprivate func balances(of card: String) throws(Failure) -> [CardBalance] {
        try all(
            """
            SELECT card, currency, available, held, owed, day, day_payments, day_amount
            FROM card_balance WHERE card = $1 ORDER BY currency
            """,
            [.text(card)],
            CardBalance.init
        )
    }
}
