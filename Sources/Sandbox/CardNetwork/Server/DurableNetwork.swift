internal import Bytes
public import CardAccounts
package import ISO8583
internal import SQLite
public import Storage
public import World

/// A network whose records are in a folder. Several processes may use the folder: a server, and
/// wallets that add their cards.
///
/// Every answer is written and flushed before it is given. Messages that wait at the same time share
/// a flush.
public final class DurableNetwork: Sendable {
    /// The name of the database in the folder.
    public static let fileName = "network.sqlite"

    let database: Database
    let key: DigestKey
    let clock: any WallClock
    let network: Switch
    private let vault: Vault
    private let calls = ScenarioCalls()
    private let knownTokens = KnownTokens()
    private let journal = LockedValue<NetworkJournal?>(nil)
    private let observer = LockedValue<(@Sendable (RecordsFailure) -> Void)?>(nil)
    /// Why the last round of due work failed.
    private let dueFailure = LockedValue<StorageFailure?>(nil)

    /// Opens a folder, and makes its database where it has none.
    ///
    /// - Parameters:
    ///   - folder: The folder, which must exist.
    ///   - world: The clock, and the source of new account numbers and keys.
    /// - Throws: ``Storage/DatabaseRefusal``.
    public convenience init(folder: String, world: World) async throws(DatabaseRefusal) {
        try await self.init(folder: folder, world: world, settings: SwitchSettings())
    }

    /// Opens a folder, with other limits than the default ones.
    package init(
        folder: String,
        world: World,
        settings: SwitchSettings
    ) async throws(DatabaseRefusal) {
        let path = "\(folder)/\(Self.fileName)"
        let database = try await Database(path: path, migrations: [NetworkTables.migrations])
        let keys: (digest: Secret, issuer: Secret)
        do throws(StorageFailure) {
            keys = try await Self.keys(in: database, world.randomness)
        } catch {
            throw .unavailable(database: path, error)
        }
        guard let issuerKeys = IssuerKeys(index: 0, restoring: keys.issuer) else {
            throw .notADatabase(path: path)
        }
        key = DigestKey(keys.digest)
        vault = Vault(issuerKeys: issuerKeys, key: key, randomness: world.randomness)
        self.database = database
        clock = world.clock
        network = Switch(settings: settings, key: key)
    }

    /// The first process that opens the folder makes its keys.
    private static func keys(
        in database: Database,
        _ randomness: any Randomness
    ) async throws(StorageFailure) -> (digest: Secret, issuer: Secret) {
        let digest = randomness.bytes(DigestKey.length)
        let issuer = IssuerKeys(from: randomness).bytes.withBytes { bytes in
            bytes.indices.map { bytes[$0] }
        }
        let kept = try await database.write { transaction throws(StorageFailure) in
            (
                try transaction.key("digest", or: digest),
                try transaction.key("issuer", or: issuer)
            )
        }
        return (Secret(copying: kept.0), Secret(copying: kept.1))
    }

    /// Issues a device account for a card (mission 13.4).
    ///
    /// - Parameters:
    ///   - card: The card.
    ///   - availableMinorUnits: The amount that the issuer approves, in every currency, if it does not
    ///     know the card.
    /// - Returns: The account for the Secure Element. It does not contain the card's number.
    /// - Throws: ``Storage/StorageFailure``.
    public func provision(
        _ card: PaymentCard,
        availableMinorUnits: Int64
    ) async throws(StorageFailure) -> DeviceAccount {
        while true {
            let issued = vault.issue(card, limit: availableMinorUnits)
            let isNew = try await database.write { transaction throws(StorageFailure) in
                try transaction.add(issued.token, of: issued.account)
            }
            if isNew { return issued.device }
        }
    }

    /// A device account and the account behind it; nil where there is none, or it cannot be read.
    func card(of token: String) async -> (token: VaultToken, account: CardholderAccount)? {
        do throws(StorageFailure) {
            return try await database.read {
                snapshot throws(StorageFailure) -> (VaultToken, CardholderAccount)? in
                guard let token = try snapshot.token(token),
                    let account = try snapshot.account(token.card)
                else { return nil }
                return (token, account)
            }
        } catch {
            tell(.cardUnread, error)
            return nil
        }
    }

    /// Tells a closure of each failure of the records from now on.
    public func observeFailures(_ body: @escaping @Sendable (RecordsFailure) -> Void) {
        observer.withLock { $0 = body }
    }

    private func tell(_ consequence: RecordsFailure.Consequence, _ failure: StorageFailure) {
        observer.withLock(\.self)?(RecordsFailure(consequence: consequence, failure: failure))
    }

    /// Plays a scenario for a merchant's next authorization, as the message that asks for it does. It is
    /// known in this process only.
    ///
    /// - Parameters:
    ///   - scenario: What happens.
    ///   - merchant: The merchant, as field 42 of its messages names it; nil for any merchant.
    /// - Returns: Whether it is kept: the number of scenarios that wait is limited.
    public func play(_ scenario: Scenario, forNextAuthorizationOf merchant: String?) -> Bool {
        calls.add(scenario, for: merchant)
    }

    /// The scenario of the next authorization of any merchant; nil where none was called for.
    public var nextScenario: Scenario? { calls.waitingForAny }

    /// Ends the call for the next authorization of any merchant.
    public func playNoScenario() { calls.removeForAny() }

    /// Closes the database, after the messages that are being answered.
    public func close() async { await database.close() }
}

extension DurableNetwork: NetworkService {
    /// See ``NetworkService/reply(to:)``. Where the records cannot be written, the answer is 96 and
    /// nothing is changed; where it is not known whether they were written, there is no answer.
    package func reply(to message: ISO8583Message) async -> NetworkReply? {
        let read = SwitchMessage(message, key: key)
        let journal = journal.withLock(\.self)
        guard case .request(let request) = read.content else {
            let reply = read.reply(with: calls)
            journal?.add(message, reply, [])
            return reply
        }
        var (reply, entries): (NetworkReply?, [JournalEntry]) = (nil, [])
        do throws(StorageFailure) {
            let outcome = try await decide(request)
            reply = read.reply(outcome.answer, outcome.delivery)
            entries = outcome.changes.journal
        } catch  where error.effect == .nothing {
            reply = read.reply(SwitchAnswer(.systemError))
            tell(.systemError, error)
        } catch { tell(.noAnswer, error) }
        journal?.add(message, reply, entries)
        return reply
    }

    /// Tells a journal of each message from now on.
    package func keep(_ journal: NetworkJournal) { self.journal.withLock { $0 = journal } }

    private func decide(_ request: SwitchRequest) async throws(StorageFailure) -> SwitchOutcome {
        let now = clock.now
        let called = calls.take(for: request)
        let known = request.token.flatMap { knownTokens[$0] }
        let request = network.prepared(request, of: known)
        let outcome: SwitchOutcome
        do throws(StorageFailure) {
            outcome = try await database.write { [network] transaction throws(StorageFailure) in
                let set = try transaction.workingSet(for: request)
                let outcome = network.outcome(of: request, set, at: now, playing: called)
                try transaction.apply(outcome.changes)
                return outcome
            }
        } catch {
            calls.putBack(called, for: request)
            throw error
        }
        if outcome.isRepeat { calls.putBack(called, for: request) }
        if known == nil, let token = outcome.changes.token { knownTokens.add(token) }
        return outcome
    }

    /// See ``NetworkService/runDueWork()``. What fails is tried again the next time, and told once.
    package func runDueWork() async {
        let failure = await failureOfDueWork()
        let isNew = dueFailure.withLock { last in
            defer { last = failure }
            return last != failure
        }
        if let failure, isNew { tell(.dueWorkWaits, failure) }
    }

    /// One payment that fails keeps no other one from being done.
    private func failureOfDueWork() async -> StorageFailure? {
        let now = clock.now
        var failure: StorageFailure?
        do throws(StorageFailure) {
            let due = try await database.read { snapshot throws(StorageFailure) in
                try snapshot.duePayments(at: now)
            }
            for identifier in due {
                do throws(StorageFailure) { try await doWork(on: identifier, at: now) } catch {
                    failure = error
                }
            }
        } catch { failure = error }
        return failure
    }

    private func doWork(on identifier: String, at now: UnixTime) async throws(StorageFailure) {
        try await database.write { [network] transaction throws(StorageFailure) in
            guard let payment = try transaction.payment(identifier) else { return }
            let account = try transaction.account(payment.card)
            let balance = try transaction.balance(of: payment.card, in: payment.currency)
            if payment.state == .open, payment.expiresAt <= now {
                try transaction.apply(network.expiry(of: payment, account, balance))
            } else if let adviceAt = payment.adviceAt, adviceAt <= now {
                try transaction.apply(network.advice(of: payment, account, balance))
            }
        }
    }
}
