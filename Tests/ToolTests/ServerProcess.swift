import Foundation
import TestSupport
import Testing

/// A server of the tool's that runs beside the tests.
final class ServerProcess: Sendable {
    private let process = Process()
    /// The line that it printed when it was ready.
    let readyLine: Data
    /// The texts of that line.
    let ready: [String: String]

    /// Starts it, and waits until it is ready.
    ///
    /// - Parameters:
    ///   - arguments: The verb and its options.
    ///   - log: Gets standard error; nil where it is not read.
    ///   - wrapper: A command that runs the tool in its own place, such as with other limits.
    /// - Throws: Where it does not start, or prints no JSON object.
    init(_ arguments: [String], log: URL? = nil, under wrapper: [String] = []) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = wrapper + [ProcessRun.quince] + arguments
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
        readyLine = line
        let object = try JSONSerialization.jsonObject(with: line) as? [String: Any] ?? [:]
        ready = object.compactMapValues { $0 as? String }
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

    /// Sends it a signal, and waits for its end.
    ///
    /// - Returns: The number of the signal that ended it; nil where it ended by itself.
    func end(by signal: Int32) -> Int32? {
        Glibc.kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
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
