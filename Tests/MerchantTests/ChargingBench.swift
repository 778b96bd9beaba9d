import Bytes
import Money
import PaymentToken
import Payments
import Storage
import TestSupport
import Testing
import World

/// A database, a store and a card to charge, for the tests of Charging and Orders.
struct ChargingBench {
    static let accountDigits = "4817499130005104"
    static let cryptogramBytes: [UInt8] = Array(200..<220)

    let folder = ScratchFolder()
    let clock = SimulatedClock(startingAt: UnixTime(seconds: 1_764_000_000))
    let randomness = SeededRandomness(seed: 6)

    var world: World { World(clock: clock, randomness: randomness) }
    var store: ChargeStore { ChargeStore(world: world) }

    func open(_ others: [MigrationSeries] = []) async throws(DatabaseRefusal) -> Database {
        try await DatabaseKind.open(
            in: folder,
            migrations: [ChargeStore.migrations] + others
        )
    }

    static func transaction(_ number: UInt8) throws -> TransactionID {
        try #require(TransactionID(Array(repeating: number, count: 32)))
    }

    static func charge(
        _ reference: String = "cart 1",
        _ amount: Int64 = 1075,
        token: UInt8 = 1
    ) throws -> NewCharge {
        try NewCharge(
            merchantReference: reference,
            amount: Money(minorUnits: amount, currency: .usd),
            transactionID: transaction(token)
        )
    }

    static func card() throws -> CardCredentials {
        try CardCredentials(
            accountNumber: Secret(copying: Array(accountDigits.utf8)),
            proof: .cryptogram(Secret(copying: cryptogramBytes)),
            expiry: #require(CardExpiry(applicationExpirationDate: "301231")),
            electronicCommerceIndicator: "7"
        )
    }

    static let approval = OperationState.approved(
        Approval(authorizationCode: "A1B2C3", networkReference: "1234567890")
    )
    static let worker = WorkerID(drawnFrom: SeededRandomness(seed: 1))

    /// Records an attempt, as sent, and takes it through some states.
    func attempt(
        _ charge: NewCharge,
        through states: [OperationState] = [],
        processor: ProcessorName = .sandbox,
        in database: Database
    ) async throws(RecordFailure) -> ChargeOperation {
        try await database.write { transaction throws(RecordFailure) in
            var operation = try store.prepare(
                charge,
                as: store.draw(),
                accountSuffix: "5104",
                processor: processor,
                worker: Self.worker,
                in: transaction
            )
            for state in states {
                operation = try store.record(state, of: operation, in: transaction)
            }
            return operation
        }
    }
}

/// A processor that answers from a script, and remembers what it was asked.
final class ScriptedProcessor: PaymentProcessor {
    typealias Reply = Result<AuthorizationAnswer, ProcessorFailure>

    private let script: LockedValue<[Reply]>
    private let asked = LockedValue<[IdempotencyKey]>([])
    private let marks = LockedValue<[Bool]>([])
    private let whileAsked: @Sendable (AuthorizationRequest) async -> Void

    static let approval = Reply.success(
        .approved(
            Approval(authorizationCode: "A1B2C3", networkReference: "1234567890"),
            echo: .none
        )
    )
    static let unanswered = Reply.failure(.outcomeUnknown(.timedOut))
    static let unsent = Reply.failure(.notSent(.unreachable))

    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability>

    init(
        _ script: [Reply],
        capabilities: Set<ProcessorCapability> = [],
        whileAsked: @escaping @Sendable (AuthorizationRequest) async -> Void = { _ in }
    ) {
        self.script = LockedValue(script)
        self.capabilities = capabilities
        self.whileAsked = whileAsked
    }

    var keys: [IdempotencyKey] { asked.withLock { $0 } }

    /// Of each authorization, whether it says that it may have been sent before.
    var repetitions: [Bool] { marks.withLock { $0 } }

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        asked.withLock { $0.append(request.idempotencyKey) }
        marks.withLock { $0.append(request.isRepetition) }
        await whileAsked(request)
        return try script.withLock { $0.isEmpty ? Self.unsent : $0.removeFirst() }.get()
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        asked.withLock { $0.append(request.idempotencyKey) }
        return .reversed(networkReference: nil)
    }
}

extension ChargeStore {
    /// An attempt whose amount the issuer holds, or nil if it does not.
    func authorizedAttempt(
        _ id: AttemptID,
        in reader: borrowing some Queryable<RecordFailure> & ~Copyable
    ) throws(RecordFailure) -> AuthorizedAttempt? {
        guard case .authorized(let attempt) = try outcome(of: id, in: reader) else { return nil }
        return attempt
    }
}
