import Foundation
import TestSupport

/// The `sqlite3` program, which reads and writes our files without our code.
enum SQLiteTool {
    static let path = "/usr/bin/sqlite3"

    static var isHere: Bool { FileManager.default.isExecutableFile(atPath: path) }

    struct Failed: Error { let status: Int32 }

    static func run(_ statements: String, on file: String) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-batch", file, statements]
        let output = Pipe()
        process.standardOutput = output
        try process.start()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(status: process.terminationStatus)
        }
        return String(decoding: text, as: UTF8.self)
    }
}
