/// The name of a header field, compared without case.
///
/// - Source: RFC 9110 § 5.1.
public struct HTTPFieldName: Sendable {
    /// The name as it was written.
    public let text: String

    /// A name; nil where the text is not a token.
    public init?(_ text: String) {
        guard HTTPCharacters.isToken(text.utf8) else { return nil }
        self.text = text
    }

    init(valid text: String) { self.text = text }
}

extension HTTPFieldName: Hashable {
    /// Whether the names differ at most in case.
    public static func == (left: HTTPFieldName, right: HTTPFieldName) -> Bool {
        HTTPCharacters.areEqualIgnoringCase(left.text, right.text)
    }

    /// Feeds the name in lower case.
    public func hash(into hasher: inout Hasher) {
        for byte in text.utf8 { hasher.combine(HTTPCharacters.lowercased(byte)) }
    }
}

extension HTTPFieldName: ExpressibleByStringLiteral {
    /// A name that is written in the program.
    ///
    /// - Precondition: it is a token.
    public init(stringLiteral text: StaticString) {
        let text = text.description
        precondition(HTTPCharacters.isToken(text.utf8), "'\(text)' is not a field name")
        self.text = text
    }
}

extension HTTPFieldName: CustomStringConvertible {
    /// The name as it was written.
    public var description: String { text }
}

extension HTTPFieldName {
    /// `Accept`.
    public static let accept: HTTPFieldName = "Accept"
    /// `Allow`: the methods of a resource.
    public static let allow: HTTPFieldName = "Allow"
    /// `Authorization`: the client's credentials.
    public static let authorization: HTTPFieldName = "Authorization"
    /// `Cache-Control`.
    public static let cacheControl: HTTPFieldName = "Cache-Control"
    /// `Connection`: what concerns this connection only.
    public static let connection: HTTPFieldName = "Connection"
    /// `Content-Length`: the length of the body in bytes.
    public static let contentLength: HTTPFieldName = "Content-Length"
    /// `Content-Type`.
    public static let contentType: HTTPFieldName = "Content-Type"
    /// `Date`: when the response was made.
    public static let date: HTTPFieldName = "Date"
    /// `ETag`: the version of a resource.
    public static let entityTag: HTTPFieldName = "ETag"
    /// `Expect`.
    public static let expect: HTTPFieldName = "Expect"
    /// `Host`: the host and port that the client asks.
    public static let host: HTTPFieldName = "Host"
    /// `If-Modified-Since`.
    public static let ifModifiedSince: HTTPFieldName = "If-Modified-Since"
    /// `If-None-Match`.
    public static let ifNoneMatch: HTTPFieldName = "If-None-Match"
    /// `Last-Modified`.
    public static let lastModified: HTTPFieldName = "Last-Modified"
    /// `Location`.
    public static let location: HTTPFieldName = "Location"
    /// `Trailer`.
    public static let trailer: HTTPFieldName = "Trailer"
    /// `Transfer-Encoding`: how the body is framed.
    public static let transferEncoding: HTTPFieldName = "Transfer-Encoding"
    /// `WWW-Authenticate`: which credentials the server takes.
    public static let wwwAuthenticate: HTTPFieldName = "WWW-Authenticate"
}
