import Foundation
import Sockets
import TestSupport
import World

/// The package iso8583sim's issuer host, an independent implementation, on a port of this machine.
///
/// A shell watches over it and ends it when this process is gone.
final class IssuerHost: Sendable {
    static let program = Repository.root.appending(path: ".build/oracle/bin/iso8583sim")
    static let isInstalled = FileManager.default.fileExists(atPath: program.path)

    /// The host did not listen in time.
    struct NotStarted: Error {}

    /// The host's rule for each amount; it approves all others.
    private static let rules = """
        {"rules": [
          {"match": {"fields": {"4": "000000005100"}}, "respond": "51"},
          {"match": {"mti": "0100", "fields": {"4": "000000006800"}}, "action": "drop"},
          {"match": {"mti": "0100", "fields": {"4": "000000006900"}}, "action": "close"},
          {"match": {"fields": {"4": "000000007000"}}, "delay_ms": 3000},
          {"match": {"mti": "0400", "fields": {"4": "000000007100"}}, "respond": "12"},
          {"match": {"mti": ["0420", "0421"], "fields": {"4": "000000007200"}}, "respond": "25"}
        ]}
        """

    let address: SocketAddress
    private let folder = ScratchFolder()
    private let watcher = LockedValue<Pipe?>(nil)

    init() async throws {
        let listener = try TCPListener()
        address = listener.address
        listener.close()
        try Self.rules.write(
            to: folder.url.appending(path: "rules.json"),
            atomically: true,
            encoding: .utf8
        )
        try start()
        for _ in 0..<400 {
            if let stream = try? await TCPDialer().connect(to: address, within: .seconds(1)) {
                stream.close()
                return
            }
            await RealTime.pass(.milliseconds(50))
        }
        throw NotStarted()
    }

    deinit { stop() }

    func stop() {
        let pipe = watcher.withLock { pipe in
            defer { pipe = nil }
            return pipe
        }
        try? pipe?.fileHandleForWriting.close()
    }

    private func start() throws {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/bin/bash")
        process.currentDirectoryURL = folder.url
        process.arguments = [
            "-c",
            """
            '\(Self.program.path)' serve --port \(address.port) --rules rules.json --header 2b \
            --format ascii-binary >log 2>&1 </dev/null &
            cat >/dev/null; kill -9 $!
            """,
        ]
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.start()
        watcher.withLock { $0 = pipe }
    }
}
