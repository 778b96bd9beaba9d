internal import CardNetwork
internal import Foundation
internal import Sockets

/// The package iso8583sim's issuer host, and its program `load` beside it, which sends it generated
/// requests through one TCP connection. `Tests/Oracles/install` installs them.
final class IssuerHostLoad {
    private static let program = ".build/oracle/bin/iso8583sim"

    private let host = Process()
    private let port: UInt16

    init() throws {
        guard FileManager.default.isExecutableFile(atPath: Self.program) else {
            throw BenchmarkFailure.noIssuerHost
        }
        let listener = try TCPListener()
        port = listener.address.port
        listener.close()
        try Self.start(host, ["serve", "--port", "\(port)"], to: FileHandle.nullDevice)
        for _ in 0..<100 {
            Thread.sleep(forTimeInterval: 0.1)
            if (try? rate(128)) != nil { return }
        }
        throw BenchmarkFailure.noIssuerHost
    }

    deinit { host.terminate() }

    /// The messages a second that it reports.
    func rate(_ count: Int = 20_000) throws -> Double {
        let (load, output) = (Process(), Pipe())
        let arguments = [
            "load", "--port", "\(port)", "--count", "\(count)", "--concurrency",
            "\(NetworkLoad.inFlight)",
        ]
        try Self.start(load, arguments, to: output)
        let report = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(),
            as: UTF8.self
        )
        load.waitUntilExit()
        let line = report.split(separator: "\n").first { $0.contains("Throughput") }
        let digits = line.map { $0.filter { ("0"..."9").contains($0) || $0 == "." } }
        guard load.terminationStatus == 0, let rate = digits.flatMap(Double.init) else {
            throw BenchmarkFailure.noIssuerHost
        }
        return rate
    }

    private static func start(
        _ process: Process,
        _ arguments: [String],
        to output: Any
    ) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
    }
}
