internal import AppleServers
internal import CardNetwork
internal import Foundation
internal import HTTPClient
internal import Platforms
internal import Processors
internal import Sockets
internal import Storage
internal import World

/// A network's server in a process of its own, as it is beside a merchant's server, with the simulated platforms, and
/// an acquirer that is signed on to it.
final class NetworkProcess {
    /// The option with which the program is the network. The folder follows it.
    static let option = "--network"

    private let process = Process()
    /// The network ends with its standard input.
    private let input = Pipe()
    let devices: BenchDevices
    /// Signed on to the network.
    let acquirer: CardNetworkAcquirer
    /// The account with the simulated Stripe.
    let stripe: (origin: String, key: String)

    /// A network in a folder, with as many devices.
    init(in folder: URL, devices count: Int) throws {
        let world = ServerBench.world
        devices = try Waiting.run {
            let network = try await CardNetwork(folder: folder.path, world: world)
            let devices = try await BenchDevices(count, of: network)
            await network.close()
            return devices
        }
        let output = Pipe()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [Self.option, folder.path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // The line is one write, so it comes whole.
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard words.count == 3, let port = UInt16(words[0]) else {
            throw BenchmarkFailure.sliceFailed
        }
        stripe = (words[1], words[2])
        let acquirer = try NetworkBench.acquirer(of: .loopback(port: port), world)
        self.acquirer = acquirer
        try Waiting.run { await acquirer.start() }
    }

    deinit {
        let acquirer = acquirer
        try? Waiting.run { await acquirer.stop() }
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Serves a network until standard input ends: the program with the option.
    static func serve(_ folder: String) throws {
        try Waiting.run {
            let network = try await CardNetwork(folder: folder, world: ServerBench.world)
            let server = NetworkServer(network, at: try TCPListener())
            let serving = Task { await server.run() }
            let platforms = try await platforms(of: network, in: folder)
            guard let address = platforms.addresses[.stripe] else {
                throw BenchmarkFailure.sliceFailed
            }
            let key = platforms.accounts.value("key", of: .stripe)
            let line = "\(server.address.port) http://\(address) \(key)\n"
            FileHandle.standardOutput.write(Data(line.utf8))
            while readLine() != nil {}
            await platforms.stop()
            server.stop()
            await serving.value
            await network.close()
        }
    }

    private static func platforms(
        of network: CardNetwork,
        in folder: String
    ) async throws -> PlatformService {
        let world = ServerBench.world
        let database = try await Database(
            path: folder + "/platforms.sqlite",
            migrations: [MemberCenter.migrations, PlatformTables.migrations]
        )
        let center = try await MemberCenter(database: database, world: world)
        let merchant = BenchDevices.merchantIdentifier
        _ = try await center.register(.merchant, merchant, description: "Shop")
        return try PlatformService(
            database,
            await PlatformAccounts(database, world.randomness),
            network,
            center,
            at: .loopback(port: 0),
            client: HTTPClient(),
            world: world
        )
    }
}
