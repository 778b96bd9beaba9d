internal import CardNetwork
internal import Foundation
internal import Processors
internal import Sockets
internal import World

/// A network's server in a process of its own, as it is beside a merchant's server, and an acquirer that is
/// signed on to it.
final class NetworkProcess {
    /// The option with which the program is the network. The folder follows it.
    static let option = "--network"

    private let process = Process()
    /// The network ends with its standard input.
    private let input = Pipe()
    let devices: BenchDevices
    /// Signed on to the network.
    let acquirer: CardNetworkAcquirer

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
        guard let port = UInt16(line.dropLast()) else { throw BenchmarkFailure.sliceFailed }
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
            FileHandle.standardOutput.write(Data("\(server.address.port)\n".utf8))
            while readLine() != nil {}
            server.stop()
            await serving.value
            await network.close()
        }
    }
}
