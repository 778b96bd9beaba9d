internal import MerchantServer
internal import Payments
internal import Storage
internal import World

/// Two merchant's servers on one PostgreSQL, beside one.
///
/// The machine has not the cores of two servers. So each has a number of payments in flight, and a
/// processor that takes as long as to leave most of the cores idle: as far as the servers wait for each
/// other in the database, two do less than twice of one.
final class TwoServersBenchmarks {
    static let name = "server.two"

    /// How many payments are in flight at each server.
    private static let inFlight = 16
    private static let slices = 9
    /// Units: seconds.
    private static let sliceSeconds = 1.0
    private static let tokens = 9_000

    private let records: DeskServer
    private let databases: [Database]
    private let servers: [ServerBench]
    private let loads: (one: PaymentLoad, two: PaymentLoad)
    private let bodies: [[UInt8]]
    private var next = 0

    init() throws {
        records = try DeskServer(migrations: MerchantAPIServer.migrations)
        databases = [records.database, try records.opened()]
        let world = ServerBench.world
        let chain = try TestChain(world)
        servers = try databases.map { try ServerBench($0, SlowProcessor(), chain, world) }
        loads = (
            try PaymentLoad(at: [servers[0]], connectionsEach: Self.inFlight),
            try PaymentLoad(at: servers, connectionsEach: Self.inFlight)
        )
        bodies = try (0..<Self.tokens).map {
            ServerBench.body($0, of: try TestToken(number: $0, under: chain, world.randomness))
        }
    }

    deinit {
        let (databases, servers) = (databases, servers)
        try? Waiting.run {
            for server in servers { await server.stop() }
            for database in databases { await database.close() }
        }
    }

    func measure() throws -> Measurement {
        try settleIn()
        return try Measurement(
            Self.name,
            unit: "payments/s",
            slices: Self.slices,
            of: Self.sliceSeconds,
            group: Self.inFlight * 2,
            floor: { try self.pay($0, self.loads.one) },
            ours: { try self.pay($0, self.loads.two) }
        )
    }

    /// A shop's database has rows, and statistics of them, which autovacuum makes every minute.
    private func settleIn() throws {
        let load = try PaymentLoad(at: servers, connectionsEach: 128)
        guard try pay(4_096, load) else { throw BenchmarkFailure.sliceFailed }
        let database = records.database
        try Waiting.run {
            try await database.write { transaction throws(StorageFailure) in
                _ = try transaction.execute("ANALYZE")
            }
        }
    }

    private func pay(_ count: Int, _ load: PaymentLoad) throws -> Bool {
        guard next + count <= bodies.count else { throw BenchmarkFailure.tooFast }
        defer { next += count }
        return load.pay(bodies[next..<next + count])
    }
}

/// Approves after 200 ms, as a network across a country does.
private struct SlowProcessor: PaymentProcessor {
    private let prompt = PromptProcessor()

    var name: ProcessorName { prompt.name }
    var capabilities: Set<ProcessorCapability> { prompt.capabilities }

    func authorize(_ request: AuthorizationRequest) async -> AuthorizationAnswer {
        await RealTime.pass(.milliseconds(200))
        return prompt.authorize(request)
    }

    func reverse(_ request: ReversalRequest) -> ReversalAnswer { prompt.reverse(request) }
}
