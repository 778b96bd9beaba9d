public import Foundation

/// A program of this machine's that judges what we made, and whose word is not ours.
public struct Program: Sendable {
    /// The answer of a program.
    public struct Answer: Sendable {
        /// The exit status; 0 for success.
        public let status: Int32
        /// The bytes of standard output.
        public let output: Data
        /// The text of standard error.
        public let complaint: String

        /// Whether the program was content.
        public var isSuccess: Bool { status == 0 }
        /// The output as text.
        public var text: String { String(decoding: output, as: UTF8.self) }
    }

    private let executable: URL

    /// A program by its place.
    public init(at executable: URL) { self.executable = executable }

    /// The OpenSSL command line.
    public static let openSSL = Program(at: URL(filePath: "/usr/bin/openssl"))

    /// SQLite's program, which ./dev installs for the tests.
    public static let sqlite = Program(at: URL(filePath: "/usr/bin/sqlite3"))

    /// Runs the program with what it may read on standard input.
    public func run(_ arguments: [String], input: [UInt8] = []) throws -> Answer {
        let folder = ScratchFolder()
        let (question, complaint) = (
            folder.url.appending(path: "in"), folder.url.appending(path: "err")
        )
        try Data(input).write(to: question)
        try Data().write(to: complaint)
        let process = Process()
        let output = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: question)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: complaint)
        try process.start()
        let answer = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Answer(
            status: process.terminationStatus,
            output: answer,
            complaint: try String(contentsOf: complaint, encoding: .utf8)
        )
    }
}
