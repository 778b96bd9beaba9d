import Foundation
import TestSupport

/// A `quince sandbox network` that a shell starts again whenever it ends, at the same address.
final class SupervisedNetwork: Sendable {
    /// It is removed after the network has ended.
    private let folder: ScratchFolder
    private let process = Process()
    private let input = Pipe()
    /// Host and port.
    let address: (host: String, port: String)
    /// A file with the identifier of the network's process.
    let identifierFile: String

    /// Starts it with the records in a folder `network`, and waits until it listens.
    init(in folder: ScratchFolder) throws {
        self.folder = folder
        // The first one chooses the port.
        let first = try NetworkProcess(["--state", folder.path("network")])
        address = first.address
        first.kill()
        identifierFile = folder.path("network.pid")
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", Self.watching, "bash", "\(address.host):\(address.port)"]
        process.currentDirectoryURL = folder.url
        process.environment = ["PATH": "/usr/bin:/bin", "QUINCE": ProcessRun.quince]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.start()
        _ = output.fileHandleForReading.availableData
    }

    /// Ends the network and its shell.
    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Ends with its input, however this process ended.
    private static let watching = """
        exec 3<&0 </dev/null
        (
            cat <&3 >cat.out
            kill -KILL $$
            kill -KILL "$(cat network.pid)"
        ) >/dev/null &
        exec 3<&-
        while true; do
            (
                echo $BASHPID >network.pid
                exec "$QUINCE" sandbox network --json --state network --listen "$1"
            )
            # The address may be in use for a moment.
            sleep 0.01
        done
        """
}
