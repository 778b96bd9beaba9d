internal import Glibc

/// The two places where a command writes.
public enum StandardStream: Sendable {
    /// For results.
    case output
    /// For all else.
    case error

    /// Whether a person reads it on a terminal.
    public var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a line at once.
    ///
    /// - Throws: ``FileFailure``, such as where the place is full or the reader is gone.
    public func write(_ line: String) throws(FileFailure) { try put("\(line)\n") }

    /// Writes text in the place of the terminal's last line.
    ///
    /// - Throws: ``FileFailure``.
    public func rewrite(_ line: String) throws(FileFailure) { try put("\r\u{1b}[K\(line)") }

    var name: String { self == .output ? "standard output" : "standard error" }

    private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

    private func put(_ text: String) throws(FileFailure) {
        // On a terminal a byte that is not UTF-8 may be a command; elsewhere it may be part of a path.
        let bytes = isTerminal ? Array(text.utf8) : PathText.bytes(text)
        if let number = CompleteWrite.failure(writing: bytes.span, to: descriptor) {
            throw FileFailure(name, errorNumber: number)
        }
    }
}
