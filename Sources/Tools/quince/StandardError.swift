import Glibc

/// The place for all that is not a result.
enum StandardError {
    static func write(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes[written...].withUnsafeBytes {
                unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
            }
            guard count > 0 else { return }
            written += count
        }
    }
}
