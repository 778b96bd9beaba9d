import Charging
import PaymentToken
import SQLite
import Storage
import World

/// Opens a record of charges, and prepares to charge with a processor.
public func useCharging(file: String, processor: any PaymentProcessor) async throws
    -> ChargeExecutor
{
    let database = try await Database(path: file, migrations: [ChargeStore.migrations])
    let store = ChargeStore(world: .system)
    return ChargeExecutor(database: database, store: store, processor: processor)
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
