import Foundation
import TestSupport
import Testing

/// A server of the tool's that runs beside the tests.
final class ServerProcess: Sendable {
    private let process = Process()
    /// What it printed when it was ready.
    let ready: [String: String]

    /// Starts it, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - arguments: The verb and its options.
    ///   - log: Gets standard error; nil where it is not read.
    /// - Throws: Where it does not start, or prints no JSON object.
    init(_ arguments: [String], log: URL? = nil) throws {
        process.executableURL = URL(filePath: ProcessRun.quince)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        if let log {
            try Data().write(to: log)
            process.standardError = try FileHandle(forWritingTo: log)
        }
        process.standardInput = FileHandle.nullDevice
        try process.start()
        var line = Data()
        while !line.contains(0x0a) {
            let part = output.fileHandleForReading.availableData
            guard !part.isEmpty else { break }
            line += part
        }
        ready = try JSONSerialization.jsonObject(with: line) as? [String: String] ?? [:]
        try #require(!ready.isEmpty)
    }

    deinit { kill() }

    var identifier: Int32 { process.processIdentifier }

    /// Ends it by a signal that it cannot answer.
    func kill() {
        guard process.isRunning else { return }
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Asks it to end.
    ///
    /// - Returns: Its exit status.
    func terminate() -> Int32 {
        process.terminate()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
