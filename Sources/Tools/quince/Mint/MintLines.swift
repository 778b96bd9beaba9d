import CommandLineTool
import Files
import World

/// A file with a token on each line while it is written, or standard output.
final class MintLines: Sendable {
    /// Nil once it was abandoned.
    private let file: LockedValue<AtomicLineWriter?>

    init(_ path: String) throws(FileFailure) {
        file = LockedValue(try AtomicLineWriter(path))
    }

    func write(_ line: [UInt8]) throws(FileFailure) {
        try file.withLock { file throws(FileFailure) in try file?.write(line) }
    }

    /// Puts the file in its place, and the TEST root beside it. Of two that are written at once, root and
    /// tokens stay together.
    func finish(_ place: MintDestination, root: String) throws(UsageProblem) {
        guard place.layout == .lines, let rootFile = place.root else {
            return try MintedFileWriter.writing { () throws(FileFailure) in try finish() }
        }
        let folder = place.path.lastIndex(of: "/").map { String(place.path[...$0]) } ?? "."
        let lock = try MintedFileWriter.writing { () throws(FileFailure) in
            try FolderLock(folder)
        }
        defer { withExtendedLifetime(lock) {} }
        try place.check()
        try MintedFileWriter.writing { () throws(FileFailure) in
            try Files.write(root, to: rootFile)
            try finish()
        }
    }

    /// Removes what was written.
    func abandon() {
        file.withLock { file in
            file?.abandon()
            file = nil
        }
    }

    private func finish() throws(FileFailure) {
        try file.withLock { file throws(FileFailure) in try file?.finish() }
    }
}
