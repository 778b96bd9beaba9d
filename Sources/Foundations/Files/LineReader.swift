internal import Glibc

/// Reads a file line by line and holds no more of it than a line and one buffer.
@safe
public struct LineReader: ~Copyable {
    /// One line, without what ends it.
    public enum Line: Hashable, Sendable {
        /// The line's bytes.
        case bytes([UInt8])
        /// The line was longer than the limit, and was passed over.
        case tooLong
    }

    private static let bufferLength = 65_536

    /// How many bytes the file has; nil if that cannot be said, as of a pipe.
    public let length: Int?
    /// How many bytes have been read.
    public private(set) var position = 0
    private let path: String
    private let descriptor: Int32
    private let limit: Int
    private var buffer = [UInt8](repeating: 0, count: bufferLength)
    private var unread = 0..<0

    /// Starts at the beginning of a file, or of standard input where the path is `-`.
    ///
    /// - Throws: ``FileFailure``.
    public init(_ path: String, limit: Int) throws(FileFailure) {
        let isInput = path == Files.standardInput
        let opened =
            unsafe isInput ? STDIN_FILENO : open(PathText.systemPath(path), O_RDONLY | O_CLOEXEC)
        guard opened >= 0 else { throw FileFailure(path, errorNumber: errno) }
        var status = stat()
        let kind = unsafe fstat(opened, &status) == 0 ? status.st_mode & S_IFMT : 0
        if kind == S_IFDIR {
            close(opened)
            throw FileFailure(path, .isAFolder)
        }
        self.path = path
        self.limit = limit
        descriptor = opened
        length = kind == S_IFREG ? Int(status.st_size) : nil
    }

    deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

    /// The next line, or nil after the last. The last line may lack its end.
    ///
    /// - Throws: ``FileFailure``.
    public mutating func next() throws(FileFailure) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var isAnything = false
        while true {
            if unread.isEmpty, try !fill() { break }
            isAnything = true
            let part = buffer[unread]
            let end = part.firstIndex(of: UInt8(ascii: "\n"))
            let piece = part[..<(end ?? part.endIndex)]
            if line.count + piece.count > limit { isTooLong = true } else { line += piece }
            unread = (end.map { $0 + 1 } ?? part.endIndex)..<unread.upperBound
            if end != nil { break }
        }
        guard isAnything else { return nil }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isTooLong ? .tooLong : .bytes(line)
    }

    /// Reads more; false at the end.
    private mutating func fill() throws(FileFailure) -> Bool {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Glibc.read(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                unread = 0..<count
                position += count
                return count > 0
            }
            if errno != EINTR { throw FileFailure(path, errorNumber: errno) }
        }
    }
}
