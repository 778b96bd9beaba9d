public import Bytes
public import CardAccounts
package import ISO8583
public import World

/// A card network with its token vault and its issuers, in the process (mission 12.4).
///
/// It issues account numbers and keys to devices and decides on payments by the same functions as
/// the server that `quince sandbox network` starts. Its records are in memory.
public final class CardNetwork: Sendable {
    private let clock: any WallClock
    private let vault: Vault
    private let key: DigestKey
    private let network: Switch
    private let state = LockedValue(State())
    private let calls = ScenarioCalls()
    private let knownTokens = KnownTokens()

    private struct State: Sendable {
        var records = NetworkState()
        var ledger = RecordList<LedgerEntry>()
    }

    /// Creates a network without accounts.
    public convenience init(world: World) {
        let key = Secret(copying: world.randomness.bytes(DigestKey.length))
        self.init(world: world, key: DigestKey(key))
    }

    /// Creates a network without accounts, whose records have keys of this key.
    package init(world: World, key: DigestKey, settings: SwitchSettings = SwitchSettings()) {
        clock = world.clock
        self.key = key
        vault = Vault(
            issuerKeys: IssuerKeys(from: world.randomness),
            key: key,
            randomness: world.randomness
        )
        network = Switch(settings: settings, key: key)
    }

    /// Every authorization that was asked for, in order.
    public var ledger: [LedgerEntry] { state.withLock { Array($0.ledger) } }

    /// The number of approved requests.
    public var approvals: Int {
        ledger.count { if case .approved = $0.answer { true } else { false } }
    }

    /// The records at this time.
    package var records: NetworkState {
        let now = clock.now
        return state.withLock { state in
            doDueWork(in: &state.records, at: now)
            return state.records
        }
    }

    /// Issues a device account for a card (mission 13.4).
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - availableMinorUnits: The amount that the issuer will approve, in every currency.
    /// - Returns: The account for the Secure Element. It does not contain the card's number.
    public func provision(_ card: PaymentCard, availableMinorUnits: Int64) -> DeviceAccount {
        while true {
            let issued = vault.issue(card, limit: availableMinorUnits)
            let isNew = state.withLock { state in
                guard !state.records.hasToken(issued.token.identifier) else { return false }
                state.records.add(issued.token, of: issued.account)
                return true
            }
            if isNew { return issued.device }
        }
    }

    /// Authorizes a payment. A repeated reference gets the same answer, and the amount is held
    /// once.
    public func authorize(_ request: NetworkAuthorizationRequest) -> NetworkAnswer {
        let read = SwitchRequest(request, key: key)
        return NetworkAnswer(decide(read, from: request.accountNumber).answer)
    }

    /// Answers a message of a merchant's bank as the server does, but at once: an answer that the server
    /// sends late comes now.
    ///
    /// - Parameter bytes: An ISO 8583 message in the server's default layout, without its length.
    /// - Returns: The answer in the same form. Nil where the bytes are no message, or the message gets
    ///   no answer, because a scenario loses it. A scenario with a malformed answer gives that.
    public func answer(to bytes: [UInt8]) -> [UInt8]? {
        guard let message = try? ISO8583Message(bytes, in: .ascii),
            let reply = answer(to: message)
        else { return nil }
        return switch reply.delivery {
        case .now, .delayed, .twice: try? reply.message.encoded(in: .ascii)
        case .malformed: AnswerDelivery.malformedBytes
        case .never, .closedConnection: nil
        }
    }

    /// Answers a message of a merchant's bank as the server does. The answer's delivery is left to the
    /// caller.
    ///
    /// - Returns: The answer and how the scenario wants it sent; nil where the message gets none.
    package func answer(to message: ISO8583Message) -> NetworkReply? {
        answer(to: SwitchMessage(message, key: key))
    }

    func answer(to read: SwitchMessage) -> NetworkReply? {
        guard case .request(let request) = read.content else { return read.reply(with: calls) }
        let outcome = decide(request, from: read.accountNumber)
        return read.reply(outcome.answer, outcome.delivery)
    }

    /// Answers a message as ``answer(to:)`` does, after an account that this network does not know was
    /// looked for elsewhere.
    ///
    /// - Parameters:
    ///   - message: A message.
    ///   - find: Finds the device account with a key, and the account behind it.
    /// - Returns: As there.
    package func answer(
        to message: ISO8583Message,
        findingToken find: (String) async -> (token: VaultToken, account: CardholderAccount)?
    ) async -> NetworkReply? {
        let read = SwitchMessage(message, key: key)
        if case .request(let request) = read.content, let token = request.token,
            known(token) == nil, let found = await find(token)
        {
            add(found.token, of: found.account)
        }
        return answer(to: read)
    }

    /// Decides on a request and keeps what it changes. What is due by then is done before.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - number: The device account number of an authorization.
    /// - Returns: The answer, its delivery and what was changed.
    package func decide(
        _ request: SwitchRequest,
        from number: Secret? = nil
    ) -> SwitchOutcome {
        let now = clock.now
        let called = calls.take(for: request)
        let token = request.token.flatMap(known)
        let request = network.prepared(request, of: token)
        let suffix = token?.suffix ?? String(number?.masked(keepingLast: 4).suffix(4) ?? "")
        let outcome = state.withLock { state in
            doDueWork(in: &state.records, at: now)
            let set = state.records.workingSet(for: request)
            let outcome = network.outcome(of: request, set, at: now, playing: called)
            state.records.apply(outcome.changes)
            if request.isAuthorization, !outcome.isRepeat {
                state.ledger.append(
                    LedgerEntry(request, accountSuffix: suffix, outcome.answer)
                )
            }
            return outcome
        }
        if outcome.isRepeat { calls.putBack(called, for: request) }
        return outcome
    }

    /// A device account, whose counter may have been another since; nil if there is none.
    private func known(_ token: String) -> VaultToken? {
        if let known = knownTokens[token] { return known }
        let found = state.withLock { $0.records.token(token) }
        if let found { knownTokens.add(found) }
        return found
    }

    /// Adds a device account that another network has issued with the same key.
    package func add(_ token: VaultToken, of account: CardholderAccount) {
        state.withLock { state in
            guard !state.records.hasToken(token.identifier) else { return }
            state.records.add(token, of: account)
        }
    }

    /// Does what is due at this time: tells issuers of approvals in their place, and ends holds that
    /// have reached their time limits. Each message does so too.
    package func runDueWork() {
        let now = clock.now
        state.withLock { doDueWork(in: &$0.records, at: now) }
    }

    private func doDueWork(in records: inout NetworkState, at now: UnixTime) {
        guard let next = records.nextWork, next <= now else { return }
        func change(
            _ due: [NetworkPayment],
            _ changes: (NetworkPayment, CardholderAccount?, CardBalance?) -> NetworkChanges
        ) {
            for payment in due {
                let balance = records.balance(of: payment.card, in: payment.currency)
                records.apply(changes(payment, records.account(of: payment), balance))
            }
        }
        change(records.dueAdvices(at: now), network.advice)
        change(records.dueExpiries(at: now), network.expiry)
        records.findNextWork()
    }
}

// The accounts of cardholders.
extension CardNetwork {
    /// The accounts, in the order in which their first cards were added.
    public var accounts: [AccountReport] {
        let records = records
        return records.everyAccount.map { AccountReport($0, records.balances(of: $0.identifier)) }
    }

    /// The account of a card; nil if the network has none.
    public func account(of card: PaymentCard) -> AccountReport? {
        let records = records
        let account = records.account(key.identifier(of: card.number))
        return account.map { AccountReport($0, records.balances(of: $0.identifier)) }
    }

    /// Changes what the issuer permits an account, from the next payment on.
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - pin: The PIN from now on, which also ends the count of wrong ones; nil for no change.
    ///   - body: Changes the settings.
    /// - Returns: The account after the change.
    /// - Throws: ``AccountRefusal``; then nothing is changed.
    @discardableResult
    public func changeAccount(
        of card: PaymentCard,
        pin: Secret? = nil,
        _ body: (inout AccountSettings) -> Void = { _ in }
    ) throws(AccountRefusal) -> AccountReport {
        let identifier = key.identifier(of: card.number)
        let now = clock.now
        return try state.withLock { state throws(AccountRefusal) in
            doDueWork(in: &state.records, at: now)
            guard let account = state.records.account(identifier) else { throw .unknownCard }
            var settings = account.settings
            body(&settings)
            let balances = state.records.balances(of: identifier)
            state.records.apply(
                try network.change(account, balances, to: settings, pin: pin)
            )
            return AccountReport(
                state.records.account(identifier) ?? account,
                state.records.balances(of: identifier)
            )
        }
    }
}
