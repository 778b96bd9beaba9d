internal import Bytes
internal import CardAccounts
internal import Charging
internal import Foundation
internal import MerchantAPI
internal import Storage
internal import World

/// `POST /payments` on a server of this process, over connections of this machine, with a processor that
/// answers at once, or on SQLite with a card network that is asked over TCP and keeps records on the disk;
/// beside the cryptography of the tokens and the statements of a desk's two transactions alone. The work
/// of the client is in the figure: it shares the cores with the server.
///
/// A network has machines of its own. Where it shares the cores, the time that processors work for it is
/// measured, and the figure is what the server would do with that time too. What was done is beside it.
final class ServerBenchmarks {
    static let names = ["server.pay.sqlite", "server.pay.postgresql", network]
    private static let network = "server.pay.network"
    /// What was done with the network on the same cores.
    static let shared = "server.pay.network.shared"

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
    private let load: PaymentLoad
    private let network: (folder: BenchFolder, process: NetworkProcess)?
    private var next = 0
    /// How long the slices took, and how long processors worked for the network meanwhile. Units: seconds.
    private var spent = (whole: 0.0, network: 0.0)

    /// A server on the kind of database that the name tells.
    init(_ name: String) throws {
        self.name = name
        let migrations = MerchantAPIServer.migrations
        records =
            name == Self.names[1]
            ? try DeskServer(migrations: migrations) : try DeskFiles(migrations: migrations)
        let world = ServerBench.world
        network = name == Self.network ? try Self.newNetwork() : nil
        let network = network?.process
        let chain = try TestChain(world)
        let processor: any PaymentProcessor = network?.acquirer ?? PromptProcessor()
        server = try ServerBench(records.database, processor, chain, world)
        load = try PaymentLoad(at: [server], connectionsEach: Self.inFlight)
        let tokens = try (0..<Self.tokens).map { number in
            guard let network else {
                return try TestToken(number: number, under: chain, world.randomness)
            }
            let (account, cryptogram) = try network.devices.proof(
                of: number % Self.inFlight,
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

    private static func newNetwork() throws -> (BenchFolder, NetworkProcess) {
        let folder = try BenchFolder()
        let place = try folder.newFolder("network")
        return (folder, try NetworkProcess(in: place, devices: inFlight))
    }

    func measure() throws -> [Measurement] {
        let measured = try Measurement(
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
        guard network != nil else { return [measured] }
        let cores = Double(ProcessInfo.processInfo.activeProcessorCount)
        let rest = 1 - spent.network / (spent.whole * cores)
        return [
            Measurement(
                name: name,
                unit: measured.unit,
                value: measured.value / rest,
                floor: measured.floor
            ),
            Measurement(
                name: Self.shared,
                unit: measured.unit,
                value: measured.value,
                floor: measured.floor
            ),
        ]
    }

    private func pay(_ count: Int) throws -> Bool {
        guard next + count <= bodies.count else { throw BenchmarkFailure.tooFast }
        let (watch, before) = (ContinuousClock().now, try network?.process.processorTime())
        let isDone = load.pay(bodies[next..<next + count])
        next += count
        if let network, let before {
            spent.whole += watch.duration(to: ContinuousClock().now) / .seconds(1)
            spent.network += try network.process.processorTime() - before
        }
        return isDone
    }
}
