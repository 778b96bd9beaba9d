internal import Bytes
package import ISO8583
public import SecureElement
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

    private struct State: Sendable {
        var records = NetworkState()
        var ledger: [LedgerEntry] = []
        var calls: [String: Scenario] = [:]
    }

    /// Creates a network without accounts.
    public init(world: World) {
        clock = world.clock
        key = DigestKey(Secret(copying: world.randomness.bytes(DigestKey.length)))
        vault = Vault(randomness: world.randomness, key: key)
        network = Switch(key: key)
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
    package func answer(
        to message: ISO8583Message
    ) -> (message: ISO8583Message, delivery: AnswerDelivery)? {
        let now = clock.now
        let content = SwitchMessage(message, key: key).content
        let outcome: SwitchOutcome
        switch content {
        case .ignored: return nil
        case .management: outcome = SwitchOutcome(answer: SwitchAnswer(.approved))
        case .refused(let code): outcome = SwitchOutcome(answer: SwitchAnswer(code))
        case .call(let scenario, let merchant):
            state.withLock { $0.calls[merchant] = scenario }
            outcome = SwitchOutcome(answer: SwitchAnswer(.approved))
        case .request(let request):
            outcome = state.withLock { state in
                let set = state.records.workingSet(for: request)
                let called = request.isAuthorization ? state.calls[request.merchant] : nil
                let outcome = network.outcome(of: request, set, at: now, playing: called)
                if request.isAuthorization, !outcome.isRepeat {
                    state.calls[request.merchant] = nil
                }
                state.records.apply(outcome.changes)
                return outcome
            }
        }
        return message.answered(outcome.answer).map { ($0, outcome.delivery) }
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
