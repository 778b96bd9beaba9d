internal import HTTPMessages
internal import Storage
internal import World

/// A merchant's request, as the engine does it.
struct PlatformCall: Sendable {
    /// Its identifier and its idempotency key.
    let name: RequestName
    /// A digest of its parameters.
    let fingerprint: [UInt8]
    /// Whether it fails on purpose.
    let fails: Bool
}

/// The result of a request.
enum PlatformResult: Sendable {
    /// It was done, or refused after it had begun.
    case done(PlatformAnswer)
    /// The answer to the key's first request.
    case repeated(PlatformAnswer, firstRequest: String)
    /// Another request with the key is being worked on.
    case keyInUse
    /// The key was used with other parameters.
    case keyOfAnother
    /// The records failed, or the outcome is not known yet.
    case failed

    fileprivate init(_ known: KnownKey) {
        switch known {
        case .inProgress: self = .keyInUse
        case .otherRequest: self = .keyOfAnother
        case .answered(let answer, let first): self = .repeated(answer, firstRequest: first)
        }
    }
}

/// Does requests so that a crash at any moment loses nothing and does nothing twice.
///
/// A transaction takes the idempotency key and records the operation; then the card network is asked; another
/// transaction records its answer, events, webhooks and the answer to the merchant. Operations that were left in
/// progress are concluded without a caller: an authorization is reversed, since no card data is kept; any other
/// message is repeated, and the network knows it by its reference.
final class PlatformEngine: Sendable {
    typealias Beginning =
        @Sendable (PlatformScope, borrowing Transaction<PlatformFailure>) throws(PlatformFailure) ->
        PlatformStep

    let dialect: any PlatformDialect
    let database: Database
    let world: World
    private let acquirer: PlatformAcquirer
    private let faults: PlatformFaults
    /// The number of changes that may have made work.
    let work: AwaitableValue<Int>
    private let run: String

    init(
        _ dialect: any PlatformDialect,
        database: Database,
        acquirer: PlatformAcquirer,
        world: World,
        faults: PlatformFaults,
        work: AwaitableValue<Int>
    ) {
        (self.dialect, self.database, self.acquirer) = (dialect, database, acquirer)
        (self.world, self.faults, self.work) = (world, faults, work)
        run = world.randomness.identifier("run_", length: 16)
    }

    func scope(_ request: RequestName, isRecovery: Bool = false) -> PlatformScope {
        PlatformScope(
            now: world.clock.now,
            run: run,
            request: request,
            isRecovery: isRecovery,
            randomness: world.randomness,
            faults: faults
        )
    }

    /// Does a request.
    ///
    /// - Parameters:
    ///   - call: The request.
    ///   - body: Checks it against the records and records its first operation, in one transaction.
    /// - Returns: Its result, once everything is recorded.
    func perform(_ call: PlatformCall, _ body: @escaping Beginning) async -> PlatformResult {
        let scope = scope(call.name)
        do throws(PlatformFailure) {
            switch try await begin(call, scope, body) {
            case .known(let known): return PlatformResult(known)
            case .step(let step): return .done(try await finish(step, scope))
            }
        } catch {
            guard case .refused(let answer) = error else { return .failed }
            // A request that met another one at the same object was not begun, so that its key is free.
            if answer.status == .tooManyRequests { return .done(answer) }
            return await keepRefusal(answer, call, scope)
        }
    }

    /// The result of a request whose key was used before, so that nothing of it need be valid any more; nil for a
    /// new one.
    func known(_ call: PlatformCall) async throws(PlatformFailure) -> PlatformResult? {
        guard let key = call.name.key else { return nil }
        let now = world.clock.now
        return try await database.read { [dialect] snapshot throws(PlatformFailure) in
            try snapshot.known(
                key,
                of: dialect.platform,
                call.fingerprint,
                at: now,
                forgetting: dialect.keySeconds
            )
        }
        .map { PlatformResult($0) }
    }

    private enum Begun: Sendable {
        case known(KnownKey)
        case step(PlatformStep)
    }

    private func begin(
        _ call: PlatformCall,
        _ scope: PlatformScope,
        _ body: @escaping Beginning
    ) async throws(PlatformFailure) -> Begun {
        try await write(scope) { [dialect] scope, transaction throws(PlatformFailure) in
            if let known = try Self.take(call, scope, dialect, transaction) {
                return .known(known)
            }
            let step = call.fails ? .answer(dialect.failure) : try body(scope, transaction)
            try Self.keep(step, call.name, dialect, transaction)
            return .step(step)
        }
    }

    private static func take(
        _ call: PlatformCall,
        _ scope: PlatformScope,
        _ dialect: any PlatformDialect,
        _ transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) -> KnownKey? {
        guard let key = call.name.key, let request = call.name.identifier else { return nil }
        return try transaction.take(
            key,
            of: dialect.platform,
            for: request,
            call.fingerprint,
            at: scope.now,
            forgetting: dialect.keySeconds
        )
    }

    private static func keep(
        _ step: PlatformStep,
        _ request: RequestName,
        _ dialect: any PlatformDialect,
        _ transaction: borrowing Transaction<PlatformFailure>
    ) throws(PlatformFailure) {
        guard case .answer(let answer) = step, let key = request.key else { return }
        guard dialect.keeps(answer) else {
            return try transaction.forget(key, of: dialect.platform)
        }
        try transaction.keep(answer, for: key, of: dialect.platform)
    }

    /// A refusal changed nothing, so that its key is taken and answered after it.
    private func keepRefusal(
        _ answer: PlatformAnswer,
        _ call: PlatformCall,
        _ scope: PlatformScope
    ) async -> PlatformResult {
        do throws(PlatformFailure) {
            try await database.write { [dialect] transaction throws(PlatformFailure) in
                guard try Self.take(call, scope, dialect, transaction) == nil else { return }
                try Self.keep(.answer(answer), call.name, dialect, transaction)
            }
            return .done(answer)
        } catch { return .failed }
    }

    /// Asks the network until there is an answer for the merchant.
    private func finish(
        _ first: PlatformStep,
        _ scope: PlatformScope
    ) async throws(PlatformFailure) -> PlatformAnswer {
        var step = first
        while case .ask(let operation, let card) = step {
            let original = try await original(of: operation)
            let outcome =
                if operation.kind == .authorize, scope.isRecovery {
                    await acquirer.reverse(operation)
                } else {
                    await acquirer.ask(
                        operation,
                        card,
                        original,
                        isRepetition: scope.isRecovery && !operation.run.isEmpty
                    )
                }
            guard let outcome else {
                try await database.write { transaction throws(PlatformFailure) in
                    try transaction.abandon(operation.identifier)
                }
                return dialect.failure
            }
            step = try await record(outcome, of: operation, scope)
        }
        guard case .answer(let answer) = step else { return dialect.failure }
        work.change { $0 += 1 }
        return answer
    }

    private func original(
        of operation: PlatformOperation
    ) async throws(PlatformFailure) -> PlatformOperation? {
        guard operation.kind != .authorize else { return nil }
        return try await database.read { snapshot throws(PlatformFailure) in
            try snapshot.sums(of: operation.payment).authorization
        }
    }

    private func record(
        _ outcome: NetworkOutcome,
        of operation: PlatformOperation,
        _ scope: PlatformScope
    ) async throws(PlatformFailure) -> PlatformStep {
        try await write(scope) { [dialect] scope, transaction throws(PlatformFailure) in
            var operation = operation
            outcome.apply(to: &operation, isRecovery: scope.isRecovery)
            try transaction.update(operation)
            let step = try dialect.conclude(operation, scope, in: transaction)
            try Self.keep(step, scope.request, dialect, transaction)
            return step
        }
    }

    /// Writes what a dialect decides, which may change something in memory too.
    private func write<Result: Sendable>(
        _ scope: PlatformScope,
        _ body:
            @escaping @Sendable (PlatformScope, borrowing Transaction<PlatformFailure>)
            throws(PlatformFailure) ->
            Result
    ) async throws(PlatformFailure) -> Result {
        var scope = scope
        scope.changes = MemoryChanges()
        do throws(PlatformFailure) {
            return try await database.write { [scope] transaction throws(PlatformFailure) in
                // The transaction may run again.
                scope.changes.undo()
                return try body(scope, transaction)
            }
        } catch {
            scope.changes.undo()
            throw error
        }
    }
}

// Work without a caller.
extension PlatformEngine {
    /// Concludes what was left in progress, and ends authorizations that have expired. What fails is tried again
    /// the next time.
    func runDueWork() async {
        let now = world.clock.now
        let due = try? await database.read { [dialect, run] snapshot throws(PlatformFailure) in
            (
                left: try snapshot.abandonedOperations(of: dialect.platform, by: run),
                expired: try snapshot.expiredPayments(of: dialect.platform, at: now)
            )
        }
        guard let due else { return }
        for operation in due.left {
            let scope = scope(operation.request, isRecovery: true)
            _ = try? await finish(.ask(operation), scope)
        }
        for payment in due.expired { try? await expire(payment) }
    }

    private func expire(_ payment: PlatformPayment) async throws(PlatformFailure) {
        let scope = scope(RequestName())
        let step = try await write(scope) { [dialect] scope, transaction throws(PlatformFailure) in
            // Another request may have captured it since.
            guard let current = try transaction.payment(payment.identifier, of: dialect.platform),
                current.expiresAt == payment.expiresAt,
                try !transaction.sums(of: payment.identifier).isBusy
            else { return PlatformStep.answer(dialect.failure) }
            return try dialect.expire(current, scope, in: transaction)
        }
        _ = try await finish(step, scope)
    }
}
