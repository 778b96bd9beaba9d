/// Why a request is not processed. The connection is closed after the answer, because where the next
/// request begins is not known.
///
/// - Source: RFC 9112 and RFC 9110, where the status of each is named; the limits are our own.
public enum HTTPRequestRefusal: Error, Hashable, Sendable {
    /// The request line is not `METHOD SP TARGET SP VERSION`.
    case requestLineMalformed
    /// The request line is longer than the limit.
    case requestLineTooLong
    /// The version is not HTTP/1.x.
    case versionNotSupported
    /// The target is not a path, an absolute URI or `*`, or has a character that a URI has not.
    case targetMalformed
    /// A percent sign without two hexadecimal digits, or that stands for a control character.
    case percentEncodingMalformed
    /// The decoded path or query is not UTF-8.
    case targetNotText
    /// The path has a segment `.` or `..`, also when it is percent-encoded.
    case dotSegment
    /// `CONNECT`, which asks for a proxy.
    case connectNotSupported
    /// A line ends with a line feed alone.
    case bareLineFeed
    /// A control character, such as a carriage return inside a line or a NUL.
    case controlCharacter
    /// More than one empty line precedes the request.
    case emptyLines
    /// A field line has no colon, or its name is empty or not a token.
    case fieldMalformed
    /// A space or a tab is between a field's name and its colon.
    case spaceBeforeColon
    /// A field line begins with a space or a tab: a folded line.
    case foldedField
    /// The header or the trailer has more bytes than the limit.
    case headerTooLarge
    /// The header or the trailer has more fields than the limit.
    case tooManyFields
    /// A request of HTTP/1.1 has no `Host`.
    case hostMissing
    /// More than one `Host`.
    case severalHosts
    /// The host is not a name or an address, with or without a port.
    case hostMalformed
    /// `Content-Length` is not digits alone, or is a list.
    case contentLengthMalformed
    /// More than one `Content-Length`.
    case severalContentLengths
    /// Both `Content-Length` and `Transfer-Encoding`.
    case twoLengths
    /// `Transfer-Encoding` in a request of HTTP/1.0.
    case transferEncodingInHTTP10
    /// `Transfer-Encoding` is malformed, or `chunked` is not its last coding or occurs twice.
    case transferEncodingMalformed
    /// A transfer coding other than `chunked`.
    case transferCodingNotSupported
    /// `Expect` asks for something other than `100-continue`.
    case expectationNotSupported
    /// The body is longer than the limit.
    case bodyTooLarge
    /// The size of a chunk is not hexadecimal digits, or is too large to be a size.
    case chunkSizeMalformed
    /// Chunk extensions are longer than the limit, for one chunk or for all.
    case chunkExtensionTooLong
    /// A chunk's data is not followed by a line end.
    case chunkNotEnded
    /// The trailer has a field that would change the framing or the target.
    case trailerNotAllowed

    /// The status to answer with.
    public var status: HTTPStatus {
        switch self {
        case .requestLineTooLong: .targetTooLong
        case .versionNotSupported: .versionNotSupported
        case .headerTooLarge, .tooManyFields: .headerTooLarge
        case .connectNotSupported, .transferCodingNotSupported: .notImplemented
        case .expectationNotSupported: .expectationFailed
        case .bodyTooLarge: .contentTooLarge
        default: .badRequest
        }
    }
}

extension HTTPRequestRefusal: CustomStringConvertible {
    /// The reason in one line. It quotes nothing of the request.
    public var description: String {
        switch self {
        case .requestLineMalformed: "the request line is not a method, a target and a version"
        case .requestLineTooLong: "the request line is too long"
        case .versionNotSupported: "the version is not HTTP/1.1 or HTTP/1.0"
        case .targetMalformed: "the request target is not a path or a URI"
        case .percentEncodingMalformed: "the request target has an invalid percent-encoding"
        case .targetNotText: "the request target is not UTF-8"
        case .dotSegment: "the path has a segment '.' or '..'"
        case .connectNotSupported: "this server is not a proxy"
        case .bareLineFeed: "a line ends without a carriage return"
        case .controlCharacter: "the header has a control character"
        case .emptyLines: "empty lines precede the request"
        case .fieldMalformed: "a header line is not a name, a colon and a value"
        case .spaceBeforeColon: "a space precedes the colon of a header field"
        case .foldedField: "a header line begins with a space"
        case .headerTooLarge: "the header is too long"
        case .tooManyFields: "the header has too many fields"
        case .hostMissing: "the field Host is missing"
        case .severalHosts: "there is more than one field Host"
        case .hostMalformed: "the host is not a name or an address"
        case .contentLengthMalformed: "Content-Length is not a number"
        case .severalContentLengths: "there is more than one Content-Length"
        case .twoLengths: "there are both Content-Length and Transfer-Encoding"
        case .transferEncodingInHTTP10: "HTTP/1.0 has no Transfer-Encoding"
        case .transferEncodingMalformed: "Transfer-Encoding does not end with one 'chunked'"
        case .transferCodingNotSupported: "the only transfer coding is 'chunked'"
        case .expectationNotSupported: "the only expectation is '100-continue'"
        case .bodyTooLarge: "the body is too long"
        case .chunkSizeMalformed: "the size of a chunk is malformed"
        case .chunkExtensionTooLong: "chunk extensions are too long"
        case .chunkNotEnded: "a chunk is not followed by a line end"
        case .trailerNotAllowed: "the trailer has a field that belongs in the header"
        }
    }
}
