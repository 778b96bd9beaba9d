/// The three digits that say what became of a request.
///
/// - Source: RFC 9110 § 15; 428, 429 and 431: RFC 6585.
public struct HTTPStatus: Hashable, Sendable {
    /// The number, 100 to 599.
    public let code: Int

    /// A status; nil outside 100 to 599.
    public init?(_ code: Int) {
        guard (100...599).contains(code) else { return nil }
        self.code = code
    }

    private init(_ code: UInt16, _: Void) { self.code = Int(code) }

    /// 200: done.
    public static let ok = HTTPStatus(200, ())
    /// 201: a resource was made.
    public static let created = HTTPStatus(201, ())
    /// 202: taken, and done later.
    public static let accepted = HTTPStatus(202, ())
    /// 204: done; there is no content.
    public static let noContent = HTTPStatus(204, ())
    /// 303: the answer is elsewhere, to be fetched with GET.
    public static let seeOther = HTTPStatus(303, ())
    /// 304: the client's copy is still valid.
    public static let notModified = HTTPStatus(304, ())
    /// 400: the request is malformed.
    public static let badRequest = HTTPStatus(400, ())
    /// 401: the request needs other credentials.
    public static let unauthorized = HTTPStatus(401, ())
    /// 402: the payment was declined.
    public static let paymentRequired = HTTPStatus(402, ())
    /// 403: the credentials do not permit it.
    public static let forbidden = HTTPStatus(403, ())
    /// 404: there is no such resource.
    public static let notFound = HTTPStatus(404, ())
    /// 405: the resource has no such method.
    public static let methodNotAllowed = HTTPStatus(405, ())
    /// 408: the request did not arrive in time.
    public static let requestTimeout = HTTPStatus(408, ())
    /// 409: the request conflicts with the state of the resource.
    public static let conflict = HTTPStatus(409, ())
    /// 410: the resource was there and is no more.
    public static let gone = HTTPStatus(410, ())
    /// 412: the resource is not as the request demands.
    public static let preconditionFailed = HTTPStatus(412, ())
    /// 413: the body is longer than the server takes.
    public static let contentTooLarge = HTTPStatus(413, ())
    /// 414: the request line is longer than the server takes.
    public static let targetTooLong = HTTPStatus(414, ())
    /// 415: the server does not take content of this type.
    public static let unsupportedMediaType = HTTPStatus(415, ())
    /// 417: the server does not do what `Expect` asks for.
    public static let expectationFailed = HTTPStatus(417, ())
    /// 422: the content is well formed and cannot be processed.
    public static let unprocessableContent = HTTPStatus(422, ())
    /// 429: there were too many requests.
    public static let tooManyRequests = HTTPStatus(429, ())
    /// 431: the header is longer than the server takes.
    public static let headerTooLarge = HTTPStatus(431, ())
    /// 500: the server failed.
    public static let internalServerError = HTTPStatus(500, ())
    /// 501: the server does not have the method or the transfer coding.
    public static let notImplemented = HTTPStatus(501, ())
    /// 502: a server that was asked for the answer failed.
    public static let badGateway = HTTPStatus(502, ())
    /// 503: the server cannot answer at the moment.
    public static let serviceUnavailable = HTTPStatus(503, ())
    /// 505: the server does not speak the request's version.
    public static let versionNotSupported = HTTPStatus(505, ())

    /// Whether a response of this status never has a body: 1xx, 204 and 304.
    ///
    /// - Source: RFC 9112 § 6.3.
    public var neverHasBody: Bool { code < 200 || code == 204 || code == 304 }

    /// The usual words for the code, or for the first code of its class.
    public var reason: String {
        Self.reasons[code] ?? Self.reasons[code / 100 * 100] ?? ""
    }

    private static let reasons = [
        100: "Continue", 200: "OK", 201: "Created", 202: "Accepted", 204: "No Content",
        206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect", 400: "Bad Request", 401: "Unauthorized",
        402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 428: "Precondition Required",
        429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

extension HTTPStatus: CustomStringConvertible {
    /// The code and its usual words, such as `404 Not Found`.
    public var description: String { "\(code) \(reason)" }
}
