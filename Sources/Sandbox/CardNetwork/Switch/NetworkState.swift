package import World

/// The network's records in memory: for use in a process, and for tests.
///
/// It finds and keeps records and decides nothing; the database of the server does the same with
/// tables.
package struct NetworkState: Sendable {
    private var tokens: [String: VaultToken] = [:]
    private var accounts: [String: CardholderAccount] = [:]
    /// The accounts in the order in which they were added.
    private var order: [String] = []
    private var balances: [BalanceKey: CardBalance] = [:]
    /// The messages, each with the payment that it began.
    private var messages = RecordList<Message>()
    /// Where messages are, by identity.
    private var numbers: [HashedText: Int] = [:]
    /// Where messages are, by duplicate key.
    private var duplicates: [HashedText: Int] = [:]
    /// The payments whose issuer is still to be told.
    private var advices: Set<String> = []
    /// No advice is due and no hold ends before this time; nil if there is neither.
    package private(set) var nextWork: UnixTime?
    /// Every journal entry, in order.
    package private(set) var journal: [JournalEntry] = []
    /// The captures and refunds that were not settled yet.
    package private(set) var clearing: [ClearingRecord] = []

    private struct Message {
        var record: NetworkMessageRecord
        var payment: NetworkPayment?
    }

    private struct BalanceKey: Hashable {
        let card: String
        let currency: String
    }

    /// No records.
    package init() {}

    /// A device account; nil if there is none.
    package func token(_ identifier: String) -> VaultToken? { tokens[identifier] }

    /// Whether there is such a device account.
    package func hasToken(_ identifier: String) -> Bool { tokens[identifier] != nil }

    /// Adds a device account, and the account behind it unless it is known.
    package mutating func add(_ token: VaultToken, of account: CardholderAccount) {
        tokens[token.identifier] = token
        if accounts[account.identifier] == nil {
            accounts[account.identifier] = account
            order.append(account.identifier)
        }
    }

    private func number(of identity: String) -> Int? { numbers[HashedText(identity)] }

    /// Finds what a request may need.
    package func workingSet(for request: SwitchRequest) -> WorkingSet {
        var set = WorkingSet()
        let earlier = number(of: request.identity)
        set.earlier = earlier.map { messages[$0].record }
        if let key = request.duplicateKey, let other = duplicates[HashedText(key)] {
            set.isDuplicate = other != earlier
        }
        if case .authorization(let card) = request.kind, let token = tokens[card.token] {
            set.token = token
            set.account = accounts[token.card]
        }
        if let original = request.original.flatMap(number(of:)) {
            set.original = messages[original].record
            set.payment = messages[original].record.payment.flatMap(payment)
            set.account = set.payment.flatMap { accounts[$0.card] }
        }
        if let card = set.account?.identifier {
            set.balance = balance(of: card, in: set.payment?.currency ?? request.currency)
            set.standIn = standIn(of: card, in: request.currency)
        }
        return set
    }

    /// Writes what a request has changed.
    package mutating func apply(_ changes: NetworkChanges) {
        for message in changes.messages {
            let number = messages.append(Message(record: message))
            numbers[HashedText(message.identity)] = number
            if let key = message.duplicateKey { duplicates[HashedText(key)] = number }
        }
        if let token = changes.token { tokens[token.identifier] = token }
        if let payment = changes.payment {
            if let number = number(of: payment.identifier) { messages[number].payment = payment }
            if let due = payment.nextWork { nextWork = min(nextWork ?? due, due) }
            if payment.adviceAt != nil {
                advices.insert(payment.identifier)
            } else if !advices.isEmpty {
                advices.remove(payment.identifier)
            }
        }
        if let account = changes.account { accounts[account.identifier] = account }
        for balance in changes.balances {
            balances[BalanceKey(card: balance.card, currency: balance.currency)] = balance
        }
        if let number = changes.reversedMessage.flatMap(number(of:)) {
            messages[number].record.effect = .none
        }
        journal += changes.journal
        clearing += changes.clearing
    }

    /// The balances of a card in a currency; nil before its first use.
    package func balance(of card: String, in currency: String) -> CardBalance? {
        balances[BalanceKey(card: card, currency: currency)]
    }

    /// A payment.
    package func payment(_ identifier: String) -> NetworkPayment? {
        number(of: identifier).flatMap { messages[$0].payment }
    }

    /// Every payment, in the order of the authorizations.
    package var everyPayment: [NetworkPayment] { messages.compactMap(\.payment) }

    /// The account of a payment.
    package func account(of payment: NetworkPayment) -> CardholderAccount? {
        accounts[payment.card]
    }

    /// An account; nil if there is none.
    package func account(_ identifier: String) -> CardholderAccount? { accounts[identifier] }

    /// Every account, in the order in which they were added.
    package var everyAccount: [CardholderAccount] { order.compactMap { accounts[$0] } }

    /// The balances of a card.
    package func balances(of card: String) -> [CardBalance] {
        balances.values.filter { $0.card == card }
    }

    /// The payments of which the issuer is to be told by now.
    package func dueAdvices(at now: UnixTime) -> [NetworkPayment] {
        advices.compactMap(payment)
            .filter { $0.adviceAt.map { $0 <= now } ?? false }
            .sorted { $0.identifier < $1.identifier }
    }

    /// Finds the time of the next work among all payments.
    package mutating func findNextWork() {
        nextWork = messages.compactMap { $0.payment?.nextWork }.min()
    }

    /// The payments whose holds have reached their time limits.
    package func dueExpiries(at now: UnixTime) -> [NetworkPayment] {
        everyPayment.filter { $0.state == .open && $0.expiresAt <= now }
            .sorted { $0.identifier < $1.identifier }
    }

    /// The sums of all postings, by account and currency.
    package var balanceSheet: [String: [String: Int64]] {
        var sheet: [String: [String: Int64]] = [:]
        for entry in journal {
            for posting in entry.postings {
                sheet[posting.account.text, default: [:]][posting.currency, default: 0] +=
                    posting.amount
            }
        }
        return sheet
    }

    private func standIn(of card: String, in currency: String) -> Int64 {
        advices.isEmpty
            ? 0
            : advices.compactMap(payment)
                .filter { $0.card == card && $0.currency == currency }
                .reduce(0) { $0 + $1.authorized }
    }
}
