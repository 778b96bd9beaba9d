/// A part of a request, in the order in which they come: a head, pieces of a body, an end.
public enum HTTPRequestPart: Hashable, Sendable {
    /// The request line and the header.
    case head(HTTPRequestHead)
    /// A piece of the body, never empty. How a body is cut depends on how its bytes came.
    case body([UInt8])
    /// The end of the request, with the fields of a chunked body's trailer.
    case end(trailer: HTTPFields)
}

/// Reads requests of HTTP/1.1 and HTTP/1.0 from the bytes of a connection, in whatever pieces they
/// come.
///
/// It is strict: where RFC 9112 permits a server to repair a message or to refuse it, it refuses.
/// The same bytes give the same heads, bodies, ends and refusal however they are cut.
///
/// - Source: RFC 9112 § 2 to § 7.
public struct HTTPRequestParser: Sendable {
    private struct PartialHead {
        var line: HTTPRequestLine
        var fields = HTTPFieldReader()
    }

    private enum State {
        case requestLine(emptyLines: Int)
        case header(PartialHead)
        case body(remaining: Int)
        case chunkSize(HTTPChunkedBody)
        case chunkData(HTTPChunkedBody, remaining: Int)
        case chunkEnd(HTTPChunkedBody)
        case trailer(HTTPFieldReader)
        case end(trailer: HTTPFields)
        case refused(HTTPRequestRefusal)
    }

    private let limits: HTTPLimits
    private var state = State.requestLine(emptyLines: 0)
    private var lines = HTTPLineBuffer()
    /// The header of the request that is being read, once it was read.
    public private(set) var head: HTTPRequestHead?

    /// A parser at the start of a connection.
    public init(limits: HTTPLimits = HTTPLimits()) { self.limits = limits }

    /// Whether no byte of a next request has come.
    public var isBetweenRequests: Bool {
        guard case .requestLine(0) = state else { return false }
        return lines.isEmpty
    }

    /// Takes the next bytes of the connection.
    public mutating func append(_ bytes: [UInt8]) { lines.append(bytes) }

    /// The next part, or nil until more bytes come.
    ///
    /// - Throws: ``HTTPRequestRefusal``; the same at every later call.
    public mutating func next() throws(HTTPRequestRefusal) -> HTTPRequestPart? {
        do throws(HTTPRequestRefusal) {
            while true {
                switch try step() {
                case .part(let part): return part
                case .again: continue
                case .needsBytes: return nil
                }
            }
        } catch {
            state = .refused(error)
            throw error
        }
    }

    private enum Step {
        case part(HTTPRequestPart)
        case again
        case needsBytes
    }

    private mutating func step() throws(HTTPRequestRefusal) -> Step {
        switch state {
        case .requestLine(let emptyLines): return try readRequestLine(emptyLines)
        case .header(let head): return try readHeader(head)
        case .body(let remaining):
            guard remaining > 0 else { return finish(trailer: HTTPFields()) }
            guard let piece = lines.take(upTo: remaining) else { return .needsBytes }
            state = .body(remaining: remaining - piece.count)
            return .part(.body(piece))
        case .chunkSize(var body):
            guard let line = try lines.next(limit: limits.chunkLine, .chunkExtensionTooLong) else {
                return .needsBytes
            }
            let size = try body.size(of: line, limits)
            state =
                size == 0 ? .trailer(HTTPFieldReader()) : .chunkData(body, remaining: size)
            return .again
        case .chunkData(let body, let remaining):
            guard remaining > 0 else {
                state = .chunkEnd(body)
                return .again
            }
            guard let piece = lines.take(upTo: remaining) else { return .needsBytes }
            state = .chunkData(body, remaining: remaining - piece.count)
            return .part(.body(piece))
        case .chunkEnd(let body):
            guard try lines.skipLineEnd() else { return .needsBytes }
            state = .chunkSize(body)
            return .again
        case .trailer(var reader):
            let isAtEnd = try reader.read(
                from: &lines,
                bytes: limits.trailer,
                fields: limits.fields
            )
            state = .trailer(reader)
            guard isAtEnd else { return .needsBytes }
            guard reader.fields.all.allSatisfy({ !Self.notInTrailers.contains($0.name) }) else {
                throw .trailerNotAllowed
            }
            return finish(trailer: reader.fields)
        case .end(let trailer):
            state = .requestLine(emptyLines: 0)
            head = nil
            return .part(.end(trailer: trailer))
        case .refused(let refusal): throw refusal
        }
    }

    private mutating func readRequestLine(
        _ emptyLines: Int
    ) throws(HTTPRequestRefusal) -> Step {
        guard let line = try lines.next(limit: limits.requestLine, .requestLineTooLong) else {
            return .needsBytes
        }
        guard !line.isEmpty else {
            // RFC 9112 § 2.2: old clients send an empty line after a body.
            guard emptyLines == 0 else { throw .emptyLines }
            state = .requestLine(emptyLines: 1)
            return .again
        }
        guard line.allSatisfy(HTTPCharacters.isFieldValue) else { throw .controlCharacter }
        state = .header(PartialHead(line: try HTTPRequestLine(line)))
        return .again
    }

    private mutating func readHeader(
        _ partial: consuming PartialHead
    ) throws(HTTPRequestRefusal) -> Step {
        // The reader's fields are then not shared, so a field is added without a copy of the others.
        state = .body(remaining: 0)
        let isAtEnd = try partial.fields.read(
            from: &lines,
            bytes: limits.header,
            fields: limits.fields
        )
        guard isAtEnd else {
            state = .header(partial)
            return .needsBytes
        }
        let head = try HTTPRequestHead(partial.line, fields: partial.fields.fields)
        self.head = head
        switch head.framing {
        case .length(let length):
            guard length <= limits.body else { throw .bodyTooLarge }
            state = .body(remaining: length)
        case .chunked: state = .chunkSize(HTTPChunkedBody())
        }
        return .part(.head(head))
    }

    private mutating func finish(trailer: HTTPFields) -> Step {
        state = .end(trailer: trailer)
        return .again
    }

    /// Fields of framing, routing and credentials, which a trailer must not have.
    ///
    /// - Source: RFC 9110 § 6.5.1.
    private static let notInTrailers: Set<HTTPFieldName> = [
        .transferEncoding, .contentLength, .host, .trailer, .connection, .expect, .authorization,
        .contentType, "Content-Encoding", "Content-Range", "TE", "Cookie", "Max-Forwards",
    ]
}

/// How much of a chunked body was read.
struct HTTPChunkedBody {
    private var bodyBytes = 0
    private var extensionBytes = 0

    /// The size of the chunk whose first line this is.
    ///
    /// - Source: RFC 9112 § 7.1. No space is taken before the line end or around the size.
    mutating func size(
        of line: ArraySlice<UInt8>,
        _ limits: HTTPLimits
    ) throws(HTTPRequestRefusal) -> Int {
        guard line.allSatisfy(HTTPCharacters.isFieldValue) else { throw .controlCharacter }
        let digits = line.prefix { HTTPCharacters.hexadecimalDigit($0) != nil }
        let rest = line[digits.endIndex...]
        guard (1...15).contains(digits.count), rest.isEmpty || rest.first == UInt8(ascii: ";")
        else { throw .chunkSizeMalformed }
        extensionBytes += rest.count
        guard extensionBytes <= limits.chunkExtensions else { throw .chunkExtensionTooLong }
        var size = 0
        for digit in digits { size = size << 4 | Int(HTTPCharacters.hexadecimalDigit(digit) ?? 0) }
        guard size <= limits.body - bodyBytes else { throw .bodyTooLarge }
        bodyBytes += size
        return size
    }
}

/// Reads field lines up to the empty line.
struct HTTPFieldReader {
    private(set) var fields = HTTPFields()
    private var bytes = 0

    init() { fields.reserveCapacity(8) }

    /// - Returns: Whether the empty line was read.
    mutating func read(
        from lines: inout HTTPLineBuffer,
        bytes byteLimit: Int,
        fields fieldLimit: Int
    ) throws(HTTPRequestRefusal) -> Bool {
        while let line = try lines.next(limit: byteLimit - bytes, .headerTooLarge) {
            guard !line.isEmpty else { return true }
            bytes += line.count + 2
            guard fields.all.count < fieldLimit else { throw .tooManyFields }
            try append(line)
        }
        return false
    }

    /// - Source: RFC 9112 § 5.
    private mutating func append(_ line: ArraySlice<UInt8>) throws(HTTPRequestRefusal) {
        guard let first = line.first, !HTTPCharacters.isBlank(first) else { throw .foldedField }
        guard let colon = line.firstIndex(of: HTTPCharacters.colon) else { throw .fieldMalformed }
        let name = line[..<colon]
        guard HTTPCharacters.isToken(name) else {
            let endsBlank = name.last.map(HTTPCharacters.isBlank) == true
            throw endsBlank ? .spaceBeforeColon : .fieldMalformed
        }
        let value = HTTPCharacters.trimmed(line[(colon + 1)...])
        guard value.allSatisfy(HTTPCharacters.isFieldValue) else { throw .controlCharacter }
        fields.append(
            HTTPFieldName(valid: String(decoding: name, as: UTF8.self)),
            HTTPFieldValue(valid: value)
        )
    }
}
