internal import Glibc

/// The two places where a command writes.
public enum StandardStream: Sendable {
    /// For results.
    case output
    /// For all else.
    case error

    /// Whether a person reads it on a terminal.
    public var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a line at once. What cannot be written, because nobody reads any more, is dropped.
    public func write(_ line: String) { put("\(line)\n") }

    /// Writes text in the place of the terminal's last line.
    public func rewrite(_ line: String) { put("\r\u{1b}[K\(line)") }

    private var descriptor: Int32 { self == .output ? STDOUT_FILENO : STDERR_FILENO }

    private func put(_ text: String) {
        let bytes = Array(text.utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 { written += count } else if errno != EINTR { return }
        }
    }
}
