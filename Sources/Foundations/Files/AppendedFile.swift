internal import Glibc

/// A file at whose end lines are written, such as a log. It is made, for its owner only, where it is missing.
public final class AppendedFile: Sendable {
    private let path: String
    private let descriptor: Int32

    /// Opens a file.
    ///
    /// - Throws: ``FileFailure``.
    public init(_ path: String) throws(FileFailure) {
        self.path = path
        let flags = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC
        descriptor = unsafe open(PathText.systemPath(path), flags, 0o600)
        guard descriptor >= 0 else { throw FileFailure(path, errorNumber: errno) }
    }

    deinit { close(descriptor) }

    /// Writes a line, or several, at once.
    ///
    /// - Throws: ``FileFailure``.
    public func write(_ line: String) throws(FileFailure) {
        if let number = CompleteWrite.failure(writing: Array("\(line)\n".utf8).span, to: descriptor)
        {
            throw FileFailure(path, errorNumber: number)
        }
    }
}
