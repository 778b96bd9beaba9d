internal import Glibc

/// The two places where a command writes.
public enum StandardStream: Sendable {
    /// For results.
    case output
    /// For all else.
    case error

    /// Writes a line at once. What cannot be written, because nobody reads any more, is dropped.
    public func write(_ line: String) {
        let descriptor = self == .output ? STDOUT_FILENO : STDERR_FILENO
        let bytes = Array("\(line)\n".utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 { written += count } else if errno != EINTR { return }
        }
    }
}
