import PaymentToken
import Payments
import Storage
import TokenIntake
import World

/// Composes what accepts payments.
public func usePayments(
    file: String,
    intake: TokenIntake,
    processor: any PaymentProcessor = Unreachable()
) async throws -> PaymentDesk {
    let database = try await Database(path: file, migrations: PaymentDesk.migrations)
    return try PaymentDesk(
        intake: intake,
        database: database,
        processors: ProcessorRoutes(processor),
        world: .system
    )
}

/// Opens a record of payments and reads the latest orders.
public func useOrders(file: String) async throws -> [Order] {
    let database = try await Database(path: file, migrations: PaymentDesk.migrations)
    return try await database.read { snapshot throws(RecordFailure) in
        try OrderTracking(world: .system).orders(limit: 10, in: snapshot)
    }
}

/// Opens a file of claims, as a server that keeps its own records does.
public func useClaims(file: String) async throws -> any TokenClaimStore {
    let database = try await Database(path: file, migrations: [AcceptedTokens.migrations])
    return DatabaseClaimStore(database: database, clock: World.system.clock)
}

/// A processor that cannot be reached.
public struct Unreachable: PaymentProcessor {
    /// The name that is recorded.
    public let name = ProcessorName.sandbox
    /// It has no optional operation.
    public let capabilities: Set<ProcessorCapability> = []

    /// A processor without a connection.
    public init() {}

    /// Answers that the request was not sent.
    public func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        throw .notSent(.unreachable)
    }

    /// Answers that the request was not sent.
    public func reverse(
        _ request: ReversalRequest
    ) async throws(ProcessorFailure) -> ReversalAnswer {
        throw .notSent(.unreachable)
    }
}
