public import HTTPMessages
public import Sockets

/// A request with its body, as a handler gets it.
public struct HTTPServerRequest: Sendable {
    /// The received request, in one object, because a request is copied often.
    private final class Received: Sendable {
        let head: HTTPRequestHead
        let body: [UInt8]
        let trailer: HTTPFields
        let client: HTTPClientConnection
        private let reservation: BodyReservation?

        init(
            _ head: HTTPRequestHead,
            _ body: [UInt8],
            _ trailer: HTTPFields,
            _ client: HTTPClientConnection,
            _ reservation: BodyReservation?
        ) {
            (self.head, self.body, self.trailer, self.client) = (head, body, trailer, client)
            self.reservation = reservation
        }
    }

    private let received: Received

    /// The request line and the header.
    public var head: HTTPRequestHead { received.head }
    /// The body; empty where there is none.
    public var body: [UInt8] { received.body }
    /// The fields after a chunked body. They are not part of the header.
    public var trailer: HTTPFields { received.trailer }
    /// The client.
    public var client: HTTPClientConnection { received.client }
    /// The values of the parameters in the route's pattern, by name; empty before a router set them.
    public internal(set) var parameters: [String: String] = [:]
    /// Who sent it, as the handler found from the credentials; nil before that.
    public var caller: HTTPCaller?

    /// A request, for a test of a handler.
    public init(
        _ head: HTTPRequestHead,
        body: [UInt8] = [],
        trailer: HTTPFields = HTTPFields(),
        client: HTTPClientConnection = HTTPClientConnection(address: .loopback())
    ) { received = Received(head, body, trailer, client, nil) }

    init(
        _ head: HTTPRequestHead,
        body: [UInt8],
        trailer: HTTPFields,
        client: HTTPClientConnection,
        reservation: BodyReservation?
    ) { received = Received(head, body, trailer, client, reservation) }
}

/// Who sent a request, by its credentials.
public struct HTTPCaller: Hashable, Sendable {
    /// The name by which records refer to the caller. It is no secret.
    public let identifier: String
    /// The caller's role, by its name.
    public let role: String

    /// A caller.
    public init(identifier: String, role: String) {
        self.identifier = identifier
        self.role = role
    }
}

/// The connection that a request came on.
public struct HTTPClientConnection: Hashable, Sendable {
    /// The client's address and port.
    public let address: SocketAddress
    /// The client's certificate and those that it sent with it, in DER; empty where it has none.
    ///
    /// The client proved that it has the first one's key. Whether the chain was checked is said by
    /// ``TLSServerIdentity/clientCertificates``.
    public let certificates: [[UInt8]]

    /// A client.
    public init(address: SocketAddress, certificates: [[UInt8]] = []) {
        self.address = address
        self.certificates = certificates
    }
}

/// The answer of a handler.
public enum HTTPServerResponse: Sendable {
    /// A response whose body is known.
    case complete(HTTPResponse)
    /// The reason why the request was not done. A handler around another one may add to it.
    case problem(HTTPProblem)
    /// A response whose body a closure writes. Where the closure throws, the connection is closed
    /// without the end of the body, so that the client does not take it for the whole. Its task is
    /// cancelled when the connection is closed; one of ``ServerSentEvent/contentType`` is closed when the
    /// client sends no more, because it has no end of its own.
    case stream(HTTPStatus, HTTPFields, @Sendable (HTTPBodyWriter) async throws -> Void)
    /// None: the connection is closed. For simulated servers that fail on purpose.
    case disconnect

    /// The status.
    public var status: HTTPStatus {
        switch self {
        case .complete(let response): response.status
        case .problem(let problem): problem.status
        case .stream(let status, _, _): status
        case .disconnect: .internalServerError
        }
    }

    /// The header.
    public var fields: HTTPFields {
        get {
            switch self {
            case .complete(let response): response.fields
            case .problem(let problem): problem.fields
            case .stream(_, let fields, _): fields
            case .disconnect: HTTPFields()
            }
        }
        set {
            switch self {
            case .complete(var response):
                response.fields = newValue
                self = .complete(response)
            case .problem(var problem):
                problem.fields = newValue
                self = .problem(problem)
            case .stream(let status, _, let body): self = .stream(status, newValue, body)
            case .disconnect: break
            }
        }
    }

    /// The response, unless its body is streamed.
    public var whole: HTTPResponse? {
        switch self {
        case .complete(let response): response
        case .problem(let problem): problem.response
        case .stream, .disconnect: nil
        }
    }

    /// A response without a body.
    public static func status(_ status: HTTPStatus) -> HTTPServerResponse {
        .complete(HTTPResponse(status))
    }
}

/// Answers requests. It runs on Swift's threads and never on a loop's; it is cancelled when the client
/// is gone.
public typealias HTTPHandler = @Sendable (HTTPServerRequest) async -> HTTPServerResponse

/// Writes the body of a response that is streamed.
public struct HTTPBodyWriter: Sendable {
    /// The connection is closed; nothing more reaches the client.
    public struct Closed: Error, Hashable, Sendable {}

    private let send: @Sendable ([UInt8], CheckedContinuation<Bool, Never>) -> Void

    init(_ send: @escaping @Sendable ([UInt8], CheckedContinuation<Bool, Never>) -> Void) {
        self.send = send
    }

    /// Sends bytes, and returns once few enough are waiting for the client.
    ///
    /// - Throws: ``Closed``, also where the client does not read in time.
    public func write(_ bytes: [UInt8]) async throws(Closed) {
        let isOpen = await withCheckedContinuation { send(bytes, $0) }
        guard isOpen else { throw Closed() }
    }
}

/// An event of a stream that browsers read with `EventSource`.
///
/// - Source: HTML, § 9.2 Server-sent events.
public struct ServerSentEvent: Hashable, Sendable {
    /// The type of such a stream, for `Content-Type`.
    public static let contentType: HTTPFieldValue = "text/event-stream"

    /// An event without news. Sent every ``pulseTime``, it shows the client and the server that the other is still there.
    public static let pulse = ServerSentEvent("", name: "pulse")
    /// The time between two pulses of a stream that has no news.
    public static let pulseTime = Duration.seconds(3)

    /// The event's name; nil for `message`.
    public var name: String?
    /// Its number, which a client that connects again sends as `Last-Event-ID`.
    public var identifier: String?
    /// Its data.
    public var data: String

    /// An event.
    public init(_ data: String, name: String? = nil, identifier: String? = nil) {
        (self.data, self.name, self.identifier) = (data, name, identifier)
    }

    /// The event on the wire. Each line of the data is a field; in the name and the identifier, line
    /// ends are spaces, and NUL is left out.
    public var bytes: [UInt8] {
        var text = ""
        if let name { text += "event: \(Self.oneLine(name))\n" }
        if let identifier { text += "id: \(Self.oneLine(identifier))\n" }
        let lines = data.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
            .split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines { text += "data: \(line)\n" }
        return Array((text + "\n").utf8)
    }

    private static func oneLine(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.compactMap { scalar in
                    scalar == "\0" ? nil : scalar == "\n" || scalar == "\r" ? " " : scalar
                }
            )
        )
    }
}
