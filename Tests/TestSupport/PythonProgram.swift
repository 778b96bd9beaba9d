import Foundation

/// A program in Python that runs beside the tests and is asked line by line. It ends with its input.
final class PythonProgram: Sendable {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    init(_ program: String, _ arguments: [String]) throws {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", program] + arguments
        process.standardInput = input
        process.standardOutput = output
        try process.start()
    }

    deinit { try? input.fileHandleForWriting.close() }

    /// Writes a line, and returns the next one that the program writes.
    func ask(_ question: String) throws -> String {
        try input.fileHandleForWriting.write(contentsOf: Data((question + "\n").utf8))
        return nextLine()
    }

    /// The next line that the program writes; empty if it has ended.
    func nextLine() -> String {
        var line: [UInt8] = []
        while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first, byte != 10 {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }
}
