internal import Bytes
internal import CardAccounts
internal import Charging
internal import MerchantAPI
internal import Storage
internal import World

/// `POST /payments` on a server of this process, over connections of this machine, with a processor that
/// answers at once, or on SQLite with a card network of this process that is asked over TCP and keeps
/// records on the disk; beside the cryptography of the tokens and the statements of a desk's two
/// transactions alone. The work of the client and of the network is in the figure: they share the cores
/// with the server.
final class ServerBenchmarks {
    static let names = ["server.pay.sqlite", "server.pay.postgresql", "server.pay.network"]

    /// How many payments are in flight.
    private static let inFlight = 256
    private static let slices = 15
    /// Short slices would show how the first and the last requests wait for each other. Units: seconds.
    private static let sliceSeconds = 0.25
    /// Each payment needs a token of its own; these are made before anything is measured.
    private static let tokens = 16_000

    private let name: String
    private let records: any DeskDatabase
    private let tokenFloor: TokenFloor
    private let bodies: [[UInt8]]
    private let server: ServerBench
    private let network: (folder: BenchFolder, bench: NetworkBench)?
    private var next = 0

    /// A server on the kind of database that the name tells.
    init(_ name: String) throws {
        self.name = name
        let migrations = MerchantAPIServer.migrations
        records =
            name == Self.names[1]
            ? try DeskServer(migrations: migrations) : try DeskFiles(migrations: migrations)
        let world = ServerBench.world
        network = name == Self.names[2] ? try Self.newNetwork(world) : nil
        let network = network?.bench
        let chain = try TestChain(world)
        let processor: any PaymentProcessor = network?.acquirer ?? PromptProcessor()
        server = try ServerBench(records.database, processor, chain, world)
        let tokens = try (0..<Self.tokens).map { number in
            guard let network else {
                return try TestToken(number: number, under: chain, world.randomness)
            }
            let (account, cryptogram) = try network.proof(of: number % Self.inFlight, 1_075, "840")
            let payload = TestToken.payload(
                accountNumber: account.accountNumber.revealedText(),
                cryptogram: cryptogram.bytes.withBytes { bytes in bytes.indices.map { bytes[$0] } }
            )
            return try TestToken(payload, under: chain, world.randomness)
        }
        bodies = tokens.enumerated().map { ServerBench.body($0, of: $1) }
        tokenFloor = try TokenFloor(chain, Array(tokens.prefix(TokenBenchmarks.tokenCount)))
    }

    deinit {
        let (database, server) = (records.database, server)
        try? Waiting.run {
            await server.stop()
            await database.close()
        }
    }

    private static func newNetwork(_ world: World) throws -> (BenchFolder, NetworkBench) {
        let folder = try BenchFolder()
        let place = try folder.newFolder("network")
        return (folder, try NetworkBench(in: place, devices: inFlight, world: world))
    }

    func measure() throws -> Measurement {
        try Measurement(
            name,
            unit: "payments/s",
            slices: Self.slices,
            of: Self.sliceSeconds,
            group: Self.inFlight,
            floor: { count in
                tokenFloor.openMany(count)
                    && records.recordAlone(count, inFlight: Self.inFlight)
            },
            ours: { try self.pay($0) }
        )
    }

    private func pay(_ count: Int) throws -> Bool {
        guard next + count <= bodies.count else { throw BenchmarkFailure.tooFast }
        let (server, bodies) = (server, bodies[next..<next + count])
        next += count
        return try Waiting.run { try await server.pay(bodies, inFlight: Self.inFlight) }
    }
}
