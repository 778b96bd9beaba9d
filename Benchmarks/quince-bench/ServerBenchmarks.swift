internal import Bytes
internal import CardAccounts
internal import Foundation
internal import MerchantServer
internal import Payments
internal import Storage
internal import World

/// `POST /payments` on a server of this process, over connections of this machine, with a processor that
/// answers at once, or on SQLite with a card network that is asked over TCP and keeps records on the disk;
/// beside the cryptography of the tokens and the statements of a desk's two transactions alone. Or with the simulated
/// Stripe, beside a program in C that asks it with libcurl and does nothing else. The work
/// of the client is in the figure, and so is that of the network: they share the cores with the server.
final class ServerBenchmarks {
    static let names = ["server.pay.sqlite", "server.pay.postgresql", network, stripe]
    private static let network = "server.pay.network"
    private static let stripe = "server.pay.stripe"

    /// How many payments are in flight: fewer where each is three requests more, which have ten seconds.
    private static func inFlight(_ name: String) -> Int { name == stripe ? 64 : 256 }
    private static let slices = 7
    /// A short slice is mostly its first and its last requests, which have fewer beside them. Units: seconds.
    private static let sliceSeconds = 1.0
    /// Each payment needs a token of its own; these are made before anything is measured.
    private static let tokens = 40_000

    private let name: String
    private let inFlight: Int
    private let records: any DeskDatabase
    private let tokenFloor: TokenFloor
    private let bodies: [[UInt8]]
    private let server: ServerBench
    private let load: PaymentLoad
    private let network: (folder: BenchFolder, process: NetworkProcess)?
    private let platformFloor: PlatformFloor?
    private var next = 0

    /// A server on the kind of database that the name tells.
    init(_ name: String) throws {
        let inFlight = Self.inFlight(name)
        (self.name, self.inFlight) = (name, inFlight)
        let migrations = MerchantAPIServer.migrations
        records =
            name == Self.names[1]
            ? try DeskServer(migrations: migrations) : try DeskFiles(migrations: migrations)
        let world = ServerBench.world
        network =
            name == Self.network || name == Self.stripe
            ? try Self.newNetwork(devices: 2 * inFlight) : nil
        let network = network?.process
        platformFloor = name == Self.stripe ? try network.map(PlatformFloor.init) : nil
        let chain = try TestChain(world)
        let processor: any PaymentProcessor =
            try platformFloor?.processor() ?? network?.acquirer ?? PromptProcessor()
        server = try ServerBench(records.database, processor, chain, world)
        load = try PaymentLoad(at: [server], connectionsEach: inFlight)
        let tokens = try (0..<Self.tokens).map { number in
            guard let network else {
                return try TestToken(number: number, under: chain, world.randomness)
            }
            let (account, cryptogram) = try network.devices.proof(
                of: number % inFlight,
                1_075,
                "840"
            )
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

    private static func newNetwork(devices: Int) throws -> (BenchFolder, NetworkProcess) {
        let folder = try BenchFolder()
        let place = try folder.newFolder("network")
        return (folder, try NetworkProcess(in: place, devices: devices))
    }

    func measure() throws -> Measurement {
        try Measurement(
            name,
            unit: "payments/s",
            slices: Self.slices,
            of: Self.sliceSeconds,
            group: inFlight,
            floor: { count in
                if let platformFloor { return try platformFloor.pay(count) }
                return tokenFloor.openMany(count)
                    && records.recordAlone(count, inFlight: inFlight)
            },
            ours: { try self.pay($0) }
        )
    }

    private func pay(_ count: Int) throws -> Bool {
        guard next + count <= bodies.count else { throw BenchmarkFailure.tooFast }
        defer { next += count }
        return load.pay(bodies[next..<next + count])
    }
}
