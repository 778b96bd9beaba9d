internal import Foundation
internal import TestSupport

/// A line that bash runs, with what came out where.
struct ProcessRun {
    let status: Int32
    let results: String
    let remarks: String

    /// The tool, built beside the tests.
    static let quince = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appending(path: "quince").path

    /// Runs one line on a thread of its own: Swift's concurrency has few, and other tests need them.
    static func finished(_ line: String, in folder: URL) async throws -> ProcessRun {
        try await withCheckedThrowingContinuation { continuation in
            Thread {
                continuation.resume(with: Result { try ProcessRun(line, in: folder) })
            }.start()
        }
    }

    /// Runs one line, in which `$QUINCE` is the tool, without input from a terminal.
    init(_ line: String, in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/timeout")
        process.arguments = ["--kill-after=10", "300", "/bin/bash", "-c", line]
        process.currentDirectoryURL = folder
        process.environment = ["PATH": "/usr/bin:/bin", "QUINCE": Self.quince]
        let kept = ScratchFolder()
        let files = try ["results", "remarks"].map { name in
            try Data().write(to: kept.url.appending(path: name))
            return try FileHandle(forWritingTo: kept.url.appending(path: name))
        }
        process.standardOutput = files[0]
        process.standardError = files[1]
        process.standardInput = FileHandle.nullDevice
        try process.start()
        process.waitUntilExit()
        status = process.terminationStatus
        results = try String(contentsOf: kept.url.appending(path: "results"), encoding: .utf8)
        remarks = try String(contentsOf: kept.url.appending(path: "remarks"), encoding: .utf8)
    }
}
