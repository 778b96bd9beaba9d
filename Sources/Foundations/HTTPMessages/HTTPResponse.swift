/// A response: a status, a header and a body that is known.
public struct HTTPResponse: Hashable, Sendable {
    /// The status.
    public var status: HTTPStatus
    /// The header, without the fields of framing, which the encoder writes.
    public var fields: HTTPFields
    /// The body.
    public var body: [UInt8]
    /// The code of the problem that the response tells, for logs. It is not sent beside the body.
    public var problemCode: String?

    /// A response.
    public init(_ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// A response with a text of a type, in UTF-8.
    public init(_ status: HTTPStatus, type: HTTPFieldValue, text: String) {
        self.init(status, fields: [.contentType: type], body: Array(text.utf8))
    }
}

/// Writes the heads of responses, and frames their bodies.
///
/// The fields `Connection`, `Content-Length`, `Date` and `Transfer-Encoding` are the encoder's: a
/// response's own are not written. So no response contradicts how it is framed.
///
/// - Source: RFC 9112 § 4 to § 7.
public struct HTTPResponseEncoder: Hashable, Sendable {
    /// How much body a response has.
    public enum BodyLength: Hashable, Sendable {
        /// A number of bytes.
        case known(Int)
        /// It is written piece by piece.
        case unknown
    }

    /// How the client sees where the body ends.
    public enum Framing: Hashable, Sendable {
        /// No body is sent: the answer to `HEAD`, or a status without one.
        case none
        /// Its length was written.
        case length(Int)
        /// By chunks.
        case chunked
        /// By the end of the connection, for clients of HTTP/1.0.
        case untilClose
    }

    /// Whether the request was `HEAD`, so that no body is sent.
    public let isHead: Bool
    /// The version of the request.
    public let version: HTTPVersion
    /// Whether another response may follow on the connection.
    public let keepsConnection: Bool

    /// An encoder for the answer to a request.
    public init(to request: HTTPRequestHead, keepsConnection: Bool) {
        isHead = request.method == .head
        version = request.version
        self.keepsConnection = keepsConnection && request.keepsConnection
    }

    /// An encoder for the answer to what could not be read as a request. The connection then ends.
    public init() {
        (isHead, version, keepsConnection) = (false, .http11, false)
    }

    /// The same encoder, which ends the connection.
    public var closing: HTTPResponseEncoder {
        HTTPResponseEncoder(isHead: isHead, version: version, keepsConnection: false)
    }

    private init(isHead: Bool, version: HTTPVersion, keepsConnection: Bool) {
        (self.isHead, self.version, self.keepsConnection) = (isHead, version, keepsConnection)
    }

    /// How a body is framed.
    public func framing(_ status: HTTPStatus, _ length: BodyLength) -> Framing {
        guard !isHead, !status.neverHasBody else { return .none }
        return switch length {
        case .known(let count): .length(count)
        case .unknown: version == .http11 ? .chunked : .untilClose
        }
    }

    /// The status line and the header, with the empty line.
    ///
    /// - Parameters:
    ///   - status: The status.
    ///   - fields: The header.
    ///   - length: The length of the body; for `HEAD`, of that which `GET` would have.
    ///   - date: What the field `Date` says; nil to omit it.
    /// - Returns: The bytes.
    public func head(
        _ status: HTTPStatus,
        _ fields: HTTPFields,
        _ length: BodyLength,
        date: HTTPFieldValue? = nil
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256)
        bytes += "HTTP/1.1 ".utf8
        bytes += String(status.code).utf8
        bytes += " ".utf8
        bytes += status.reason.utf8
        bytes += "\r\n".utf8
        for field in fields.all where !Self.isOwn(field.name) {
            Self.append(field.name.text, field.value, to: &bytes)
        }
        if let date { Self.append("Date", date, to: &bytes) }
        let framing = framing(status, length)
        if case .known(let count) = length, !status.neverHasBody {
            Self.append("Content-Length", HTTPFieldValue(count), to: &bytes)
        } else if framing == .chunked || isHead && length == .unknown && version == .http11 {
            bytes += "Transfer-Encoding: chunked\r\n".utf8
        }
        if !keepsConnection || framing == .untilClose {
            bytes += "Connection: close\r\n".utf8
        } else if version == .http10 {
            bytes += "Connection: keep-alive\r\n".utf8
        }
        bytes += "\r\n".utf8
        return bytes
    }

    /// A whole response whose body is known.
    public func encode(_ response: HTTPResponse, date: HTTPFieldValue? = nil) -> [UInt8] {
        let length = BodyLength.known(response.body.count)
        var bytes = head(response.status, response.fields, length, date: date)
        if framing(response.status, length) != .none { bytes += response.body }
        return bytes
    }

    /// One chunk; nothing for no bytes, because an empty chunk ends the body.
    public static func chunk(_ bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return [] }
        return Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + Array("\r\n".utf8)
    }

    /// The end of a chunked body.
    public static let lastChunk = Array("0\r\n\r\n".utf8)

    /// The answer to `Expect: 100-continue`.
    public static let continueHead = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

    private static let own: [HTTPFieldName] = [
        .connection, .contentLength, .date, .transferEncoding, "Keep-Alive", "Upgrade",
    ]

    private static func isOwn(_ name: HTTPFieldName) -> Bool { own.contains(name) }

    private static func append(
        _ name: String,
        _ value: HTTPFieldValue,
        to bytes: inout [UInt8]
    ) {
        bytes += name.utf8
        bytes += ": ".utf8
        value.write(to: &bytes)
        bytes += "\r\n".utf8
    }
}
