internal import Bytes
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

    private struct State: Sendable {
        var records = NetworkState()
        var ledger: [LedgerEntry] = []
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
    public var ledger: [LedgerEntry] { state.withLock { $0.ledger } }

    /// The number of approved requests.
    public var approvals: Int {
        ledger.count { if case .approved = $0.answer { true } else { false } }
    }

    /// The records, for tests.
    package var records: NetworkState { state.withLock { $0.records } }

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
        let now = clock.now
        return state.withLock { state in
            let set = state.records.workingSet(for: read)
            let outcome = network.outcome(of: read, set, at: now)
            state.records.apply(outcome.changes)
            let answer = NetworkAnswer(outcome.answer)
            guard !outcome.isRepeat else { return answer }
            state.ledger.append(
                LedgerEntry(
                    retrievalReference: request.retrievalReference,
                    accountSuffix: String(request.accountNumber.masked(keepingLast: 4).suffix(4)),
                    amountMinorUnits: request.amountMinorUnits,
                    currencyNumericCode: request.currencyNumericCode,
                    answer: answer
                )
            )
            return answer
        }
    }

    /// Answers a message of a merchant's bank as the server does. The answer's delivery is left to the
    /// caller.
    ///
    /// - Returns: The answer and how the scenario wants it sent; nil where the message gets none.
    package func answer(to message: ISO8583Message) -> NetworkReply? {
        let read = SwitchMessage(message, key: key)
        guard case .request(let request) = read.content else { return read.reply(with: calls) }
        let outcome = decide(request)
        return read.reply(outcome.answer, outcome.delivery)
    }

    /// Decides on a request and keeps what it changes.
    package func decide(_ request: SwitchRequest) -> SwitchOutcome {
        let now = clock.now
        let called = calls.take(for: request)
        let outcome = state.withLock { state in
            let set = state.records.workingSet(for: request)
            let outcome = network.outcome(of: request, set, at: now, playing: called)
            state.records.apply(outcome.changes)
            return outcome
        }
        if outcome.isRepeat { calls.putBack(called, for: request) }
        return outcome
    }

    /// The key of the device account that a message names and this network does not know; nil for any
    /// other message.
    package func unknownToken(in message: ISO8583Message) -> String? {
        guard let number = message.fields[2] else { return nil }
        let token = key.identifier(of: Secret(copying: number))
        return state.withLock { $0.records.hasToken(token) } ? nil : token
    }

    /// Adds a device account that another network has issued with the same key.
    package func add(_ token: VaultToken, of account: CardholderAccount) {
        state.withLock { state in
            guard !state.records.hasToken(token.identifier) else { return }
            state.records.add(token, of: account)
        }
    }

    /// Does what is due at this time: tells issuers of approvals in their place, and ends holds that
    /// have reached their time limits.
    package func runDueWork() {
        let now = clock.now
        state.withLock { state in
            for payment in state.records.dueAdvices(at: now) {
                let balance = state.records.balance(of: payment.card, in: payment.currency)
                let account = state.records.account(of: payment)
                state.records.apply(network.advice(of: payment, account, balance))
            }
            for payment in state.records.dueExpiries(at: now) {
                let balance = state.records.balance(of: payment.card, in: payment.currency)
                let account = state.records.account(of: payment)
                state.records.apply(network.expiry(of: payment, account, balance))
            }
        }
    }
}
