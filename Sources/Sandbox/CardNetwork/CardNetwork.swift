internal import Bytes
public import CardAccounts
package import ISO8583
public import Storage
public import World

/// A card network with its token vault and its issuers (mission 12.4).
///
/// It issues account numbers and keys to devices and decides on payments. Its records are in a database:
/// in memory, or in a folder, which several processes may use: a server, and wallets that add their
/// cards. Every answer is written before it is given, and flushed in a folder, where messages that wait
/// at the same time share a flush.
public final class CardNetwork: Sendable {
    /// The name of the database in a folder.
    public static let fileName = "network.sqlite"
    /// The tables, for the series with which a database is opened.
    package static let migrations = NetworkTables.migrations

    package let database: Database
    package let key: DigestKey
    let clock: any WallClock
    let network: Switch
    let randomness: any Randomness
    private let vault: Vault
    /// Whether no server does what is due, so that calls in the process do.
    private let isInMemory: Bool
    /// Where cards are looked for that this network does not know.
    private let lender: CardNetwork?
    private let calls = ScenarioCalls()
    private let knownTokens = KnownTokens()
    private let journal = LockedValue<NetworkJournal?>(nil)
    private let observer = LockedValue<(@Sendable (NetworkNotice) -> Void)?>(nil)
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
    package convenience init(
        folder: String,
        world: World,
        settings: SwitchSettings
    ) async throws(DatabaseRefusal) {
        let path = "\(folder)/\(Self.fileName)"
        let database = try await Database(path: path, migrations: [Self.migrations])
        let keys: (digest: Secret, issuer: Secret)
        do throws(StorageFailure) {
            keys = try await Self.keys(in: database, world.randomness)
        } catch {
            throw .unavailable(database: path, error)
        }
        guard let issuerKeys = IssuerKeys(index: 0, restoring: keys.issuer) else {
            throw .notADatabase(path: path)
        }
        self.init(database, DigestKey(keys.digest), issuerKeys, world, settings)
    }

    /// Creates a network in memory, without accounts.
    ///
    /// - Parameters:
    ///   - world: The clock, and the source of account numbers and keys.
    ///   - lender: A network whose cards it knows too; nothing is written there.
    /// - Throws: ``Storage/DatabaseRefusal``.
    public convenience init(
        world: World,
        cardsOf lender: CardNetwork? = nil
    ) throws(DatabaseRefusal) {
        let memory = try MemoryDatabase([Self.migrations])
        self.init(in: memory, world: world, key: lender?.key, cardsOf: lender)
    }

    /// Creates a network in a database in memory that was opened with ``migrations``.
    package convenience init(
        in memory: MemoryDatabase,
        world: World,
        key: DigestKey? = nil,
        cardsOf lender: CardNetwork? = nil
    ) {
        self.init(
            memory.database,
            key ?? DigestKey(Secret(copying: world.randomness.bytes(DigestKey.length))),
            IssuerKeys(from: world.randomness),
            world,
            SwitchSettings(),
            isInMemory: true,
            lender
        )
    }

    private init(
        _ database: Database,
        _ key: DigestKey,
        _ issuerKeys: IssuerKeys,
        _ world: World,
        _ settings: SwitchSettings,
        isInMemory: Bool = false,
        _ lender: CardNetwork? = nil
    ) {
        self.database = database
        self.key = key
        self.isInMemory = isInMemory
        self.lender = lender
        (clock, randomness) = (world.clock, world.randomness)
        network = Switch(settings: settings, key: key)
        vault = Vault(issuerKeys: issuerKeys, key: key, randomness: world.randomness)
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
        try await database.write { [self] transaction throws(StorageFailure) in
            try provision(card, availableMinorUnits: availableMinorUnits, in: transaction)
        }
    }

    /// Issues a device account in a transaction.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    package func provision(
        _ card: PaymentCard,
        availableMinorUnits: Int64,
        in transaction: borrowing Transaction<StorageFailure>
    ) throws(StorageFailure) -> DeviceAccount {
        while true {
            let issued = vault.issue(card, limit: availableMinorUnits)
            guard try transaction.add(issued.token, of: issued.account) else { continue }
            var device = issued.device
            while device.merchantAccountNumber == nil {
                let number = vault.drawAccountNumber(of: card.scheme)
                let token = vault.merchantToken(number, beside: issued.token)
                if try transaction.add(token, of: issued.account) {
                    device.merchantAccountNumber = number
                }
            }
            return device
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

    /// Tells a closure of each failure of the records and of each message that is refused from now on.
    package func observe(_ body: @escaping @Sendable (NetworkNotice) -> Void) {
        observer.withLock { $0 = body }
    }

    func tell(_ notice: NetworkNotice) { observer.withLock(\.self)?(notice) }

    private func tell(_ consequence: RecordsFailure.Consequence, _ failure: StorageFailure) {
        tell(.records(RecordsFailure(consequence: consequence, failure: failure)))
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

// Payments.
extension CardNetwork {
    /// Answers a message of a merchant's bank as the server does, but at once: an answer that the server
    /// sends late comes now.
    ///
    /// - Parameter bytes: An ISO 8583 message in the server's default layout, without its length.
    /// - Returns: The answer in the same form. Nil where the bytes are no message, or the message gets
    ///   no answer, because a scenario loses it. A scenario with a malformed answer gives that.
    public func answer(to bytes: [UInt8]) async -> [UInt8]? {
        await catchUp()
        guard let message = try? ISO8583Message(bytes, in: .ascii),
            let reply = await reply(to: message)
        else { return nil }
        return switch reply.delivery {
        case .now, .delayed, .twice: try? reply.message.encoded(in: .ascii)
        case .malformed: AnswerDelivery.malformedBytes
        case .never, .closedConnection: nil
        }
    }

    /// Answers a message of a merchant's bank, once everything that the answer says is kept.
    ///
    /// Where the records cannot be written, the answer is 96 and nothing is changed; where it is not
    /// known whether they were written, there is no answer.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - ignoringUnexpected: Whether fields that the network has no use for are ignored, and not refused.
    /// - Returns: The answer and how the scenario wants it sent; nil where the message gets none.
    package func reply(
        to message: ISO8583Message,
        ignoringUnexpected: Bool = false
    ) async -> NetworkReply? {
        let read = SwitchMessage(message, key: key, ignoringUnexpected: ignoringUnexpected)
        let journal = journal.withLock(\.self)
        guard case .request(let request) = read.content else {
            let reply = read.reply(with: calls)
            if let refusal = read.refusal {
                tell(.refused(refusal, answer: reply?.message.text(39)))
            }
            journal?.add(message, reply, [])
            return reply
        }
        var (reply, entries): (NetworkReply?, [JournalEntry]) = (nil, [])
        do throws(StorageFailure) {
            let outcome = try await decide(request)
            reply = read.reply(outcome.answer, outcome.delivery)
            entries = outcome.changes.journal
            if outcome.answer.code == .cryptogramInvalid, let refusal = read.refusal {
                tell(.refused(refusal, answer: outcome.answer.code.rawValue))
            }
        } catch  where error.effect == .nothing {
            reply = read.reply(SwitchAnswer(.systemError))
            tell(.systemError, error)
        } catch { tell(.noAnswer, error) }
        journal?.add(message, reply, entries)
        return reply
    }

    /// Tells a journal of each message from now on.
    package func keep(_ journal: NetworkJournal) { self.journal.withLock { $0 = journal } }

    /// The number of approved authorizations.
    ///
    /// - Throws: ``Storage/StorageFailure``.
    public func approvals() async throws(StorageFailure) -> Int {
        try await database.read { snapshot throws(StorageFailure) in
            let row = try snapshot.row("SELECT COUNT(*) AS approvals FROM network_payment")
            return Int(try row?.integer("approvals") ?? 0)
        }
    }

    /// Copies a card of the other network, with what its account has now.
    private func borrow(_ token: String) async throws(StorageFailure) {
        guard let found = await lender?.card(of: token) else { return }
        try await database.write { transaction throws(StorageFailure) in
            _ = try transaction.add(found.token, of: found.account)
            try transaction.save(found.account)
        }
    }

    private func decide(_ request: SwitchRequest) async throws(StorageFailure) -> SwitchOutcome {
        let known = request.token.flatMap { knownTokens[$0] }
        if known == nil, let token = request.token { try await borrow(token) }
        let now = clock.now
        let called = calls.take(for: request)
        let request = network.prepared(request, of: known)
        let outcome: SwitchOutcome
        do throws(StorageFailure) {
            outcome = try await database.write { [network] transaction throws(StorageFailure) in
                let set = try transaction.workingSet(for: request)
                let outcome = network.outcome(of: request, set, at: now, playing: called?.scenario)
                try transaction.apply(outcome.changes)
                return outcome
            }
        } catch {
            calls.putBack(called)
            throw error
        }
        if outcome.isRepeat { calls.putBack(called) }
        if known == nil, let token = outcome.changes.token { knownTokens.add(token) }
        return outcome
    }

    /// Does what is due, as a server does once a second, where there is no server.
    func catchUp() async {
        if isInMemory { await runDueWork() }
    }

    /// Does what is due now: advices to issuers, and the ends of holds. What fails is tried again the next
    /// time, and told once.
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
        var isMoreDue = true
        // A round that changes nothing is the last one.
        while isMoreDue, failure == nil {
            isMoreDue = false
            let due: [String]
            do throws(StorageFailure) {
                due = try await database.read { snapshot throws(StorageFailure) in
                    try snapshot.duePayments(at: now)
                }
            } catch { return error }
            for identifier in due {
                do throws(StorageFailure) {
                    if try await doWork(on: identifier, at: now) { isMoreDue = true }
                } catch { failure = error }
            }
        }
        return failure
    }

    /// Does what is due of a payment.
    ///
    /// - Returns: Whether something was.
    private func doWork(
        on identifier: String,
        at now: UnixTime
    ) async throws(StorageFailure) -> Bool {
        try await database.write { [network] transaction throws(StorageFailure) in
            guard let payment = try transaction.payment(identifier) else { return false }
            let account = try transaction.account(payment.card)
            let balance = try transaction.balance(of: payment.card, in: payment.currency)
            if payment.state == .open, payment.expiresAt <= now {
                try transaction.apply(network.expiry(of: payment, account, balance))
            } else if let adviceAt = payment.adviceAt, adviceAt <= now {
                try transaction.apply(network.advice(of: payment, account, balance))
            } else {
                return false
            }
            return true
        }
    }
}
