internal import Glibc

/// Writes a file line by line, of any length. The file appears at its path only when it is
/// finished.
///
/// For `-` the lines go to standard output.
public final class AtomicLineWriter {
    private let path: String
    /// Nil if the lines go to standard output.
    private var file: TemporaryFile?
    private var buffer: [UInt8] = []

    private static let bufferLength = 65_536

    /// Starts a file.
    ///
    /// - Throws: ``FileFailure``.
    public init(_ path: String) throws(FileFailure) {
        self.path = path
        file = path == Files.standardInput ? nil : try TemporaryFile(for: path, mode: 0o644)
    }

    /// Writes a line.
    ///
    /// - Throws: ``FileFailure``.
    public func write(_ line: [UInt8]) throws(FileFailure) {
        buffer += line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferLength { try flush() }
    }

    /// Writes the remaining lines, and moves the file to its path.
    ///
    /// - Throws: ``FileFailure``.
    public func finish() throws(FileFailure) {
        try flush()
        guard file != nil else { return }
        try file?.sync()
        try file?.moveToTarget()
        TemporaryFile.syncFolder(of: path)
    }

    /// Removes what was written, unless the file is finished.
    public func abandon() { file = nil }

    private func flush() throws(FileFailure) {
        defer { buffer.removeAll(keepingCapacity: true) }
        guard file == nil else {
            try file?.write(buffer.span)
            return
        }
        if let number = CompleteWrite.failure(writing: buffer.span, to: STDOUT_FILENO) {
            throw FileFailure(StandardStream.output.name, errorNumber: number)
        }
    }
}
