internal import Glibc

/// Writes all bytes to an open file, in as many system calls as necessary.
enum CompleteWrite {
    /// The system's error number, or nil where everything is written.
    static func failure(writing bytes: Span<UInt8>, to descriptor: Int32) -> Int32? {
        unsafe bytes.withUnsafeBytes { buffer in
            var written = 0
            while written < buffer.count {
                let count = unsafe Glibc.write(
                    descriptor,
                    buffer.baseAddress?.advanced(by: written),
                    buffer.count - written
                )
                if count > 0 {
                    written += count
                } else if count == 0 || errno != EINTR {
                    return count == 0 ? EIO : errno
                }
            }
            return nil
        }
    }
}
