internal import Glibc

/// A file that is written line by line, however many there are, and takes its place whole when it
/// is finished.
///
/// For `-` the lines go to standard output.
public final class AtomicLineWriter {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isOpen = true

    private static let bufferLength = 65_536

    /// Begins a file.
    ///
    /// - Throws: ``FileFailure``.
    public init(_ path: String) throws(FileFailure) {
        self.path = path
        if path == Files.standardInput {
            (temporary, descriptor) = (path, STDOUT_FILENO)
        } else {
            (temporary, descriptor) = try Files.openTemporary(for: path, mode: 0o644)
        }
    }

    /// What was not finished leaves nothing behind.
    deinit {
        guard isOpen, descriptor != STDOUT_FILENO else { return }
        close(descriptor)
        unsafe unlink(temporary)
    }

    /// Writes a line.
    ///
    /// - Throws: ``FileFailure``.
    public func write(_ line: [UInt8]) throws(FileFailure) {
        buffer += line
        buffer.append(UInt8(ascii: "\n"))
        if buffer.count >= Self.bufferLength { try flush() }
    }

    /// Writes what is left, and puts the file in its place.
    ///
    /// - Throws: ``FileFailure``.
    public func finish() throws(FileFailure) {
        try flush()
        guard descriptor != STDOUT_FILENO else { return }
        guard fsync(descriptor) == 0, unsafe rename(temporary, path) == 0 else {
            throw FileFailure(path, errorNumber: errno)
        }
        close(descriptor)
        isOpen = false
    }

    private func flush() throws(FileFailure) {
        if let number = CompleteWrite.failure(writing: buffer.span, to: descriptor) {
            let name = descriptor == STDOUT_FILENO ? StandardStream.output.name : path
            throw FileFailure(name, errorNumber: number)
        }
        buffer.removeAll(keepingCapacity: true)
    }
}
