/// Bytes that came and were not read yet, read line by line or in pieces.
struct HTTPLineBuffer {
    private var bytes: [UInt8] = []
    private var start = 0
    /// No line feed is between `start` and here.
    private var searched = 0

    var isEmpty: Bool { start == bytes.count }

    mutating func append(_ more: [UInt8]) {
        if isEmpty {
            bytes = more
            (start, searched) = (0, 0)
        } else {
            if start > 65_536 { compact() }
            bytes += more
        }
    }

    /// Reads the next line.
    ///
    /// - Parameters:
    ///   - limit: The longest line, with its line end.
    ///   - tooLong: What a longer line is refused with, also while its end has not come.
    /// - Returns: The line without its line end, or nil until it is complete.
    /// - Throws: ``HTTPRequestRefusal``.
    mutating func next(
        limit: Int,
        _ tooLong: HTTPRequestRefusal
    ) throws(HTTPRequestRefusal) -> ArraySlice<UInt8>? {
        // What is beyond the limit has no influence, so that the answer does not depend on the pieces.
        let end = min(bytes.count, start + max(0, limit))
        var position = searched
        while position < end, bytes[position] != HTTPCharacters.lineFeed { position += 1 }
        searched = position
        guard position < end else {
            guard bytes.count - start < limit else { throw tooLong }
            return nil
        }
        guard position > start, bytes[position - 1] == HTTPCharacters.carriageReturn else {
            throw .bareLineFeed
        }
        let line = bytes[start..<(position - 1)]
        start = position + 1
        searched = start
        return line
    }

    /// Reads the line end after a chunk.
    ///
    /// - Returns: Whether it was there; false until both bytes came.
    mutating func skipLineEnd() throws(HTTPRequestRefusal) -> Bool {
        guard !isEmpty else { return false }
        guard bytes[start] == HTTPCharacters.carriageReturn else { throw .chunkNotEnded }
        guard bytes.count - start > 1 else { return false }
        guard bytes[start + 1] == HTTPCharacters.lineFeed else { throw .chunkNotEnded }
        start += 2
        searched = start
        return true
    }

    /// The next bytes, at most a number of them; nil where there are none.
    mutating func take(upTo count: Int) -> [UInt8]? {
        guard !isEmpty, count > 0 else { return nil }
        let end = min(bytes.count, start + count)
        let piece = Array(bytes[start..<end])
        start = end
        searched = end
        // An empty buffer holds no memory: there are many connections.
        if isEmpty { (bytes, start, searched) = ([], 0, 0) }
        return piece
    }

    private mutating func compact() {
        bytes.removeSubrange(..<start)
        searched -= start
        start = 0
    }
}
