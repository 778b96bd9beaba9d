import Foundation
import TestSupport
import Testing

/// Connections that Python's ssl holds to a server.
final class TLSConnections {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    /// Starts Python, without a connection yet.
    init(to url: String) throws {
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [
            Repository.root.appending(path: "Tests/Oracles/tls-connections.py").path,
            url.replacing("https://", with: ""),
        ]
        process.standardInput = input
        process.standardOutput = output
        try process.start()
    }

    deinit {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    /// Opens a connection.
    ///
    /// - Returns: SHA-256 of the certificate that the server shows.
    func open(_ name: String) throws -> String { try answer("open \(name)") }

    /// Asks on an open connection.
    ///
    /// - Returns: The status of the answer, or the name of an error.
    func ask(_ name: String, _ path: String) throws -> String { try answer("ask \(name) \(path)") }

    private func answer(_ line: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
        var answer = Data()
        while answer.last != 0x0a {
            let part = output.fileHandleForReading.availableData
            try #require(!part.isEmpty, "Python ended")
            answer += part
        }
        return String(decoding: answer.dropLast(), as: UTF8.self)
    }
}
