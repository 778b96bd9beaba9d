public import Bytes
public import HTTPMessages
public import Sockets

/// A request to a server.
public struct HTTPClientRequest: Sendable {
    /// The method.
    public var method: HTTPMethod
    /// The URL, of `http` or `https`.
    public var url: String
    /// The header, without the fields of framing.
    public var fields: HTTPFields
    /// The body.
    public var body: [UInt8]
    /// The longest time for all of it.
    public var timeLimit: Duration = .seconds(30)
    /// The longest time until the connection is open, TLS included.
    public var connectionTimeLimit: Duration = .seconds(10)
    /// The longest body of the response, in bytes.
    public var responseLimit = 1_048_576
    /// Whether it has a connection of its own. Over one that was used before, libcurl sends a request again where
    /// the connection ended without an answer, also one that must not be done twice.
    public var hasNewConnection = false
    /// Whether it waits for a connection that is being opened, to share it where that has HTTP/2: for many requests at
    /// once to one server.
    public var sharesConnection = false
    /// Whether it goes to public addresses only, whatever the host's name leads to: for a URL that others chose.
    public var refusesPrivateAddresses = false

    /// A request.
    public init(
        _ method: HTTPMethod = .get,
        _ url: String,
        fields: HTTPFields = HTTPFields(),
        body: [UInt8] = []
    ) {
        (self.method, self.url, self.fields, self.body) = (method, url, fields, body)
    }
}

/// Whom a client trusts, what it shows of itself, and where it connects to.
public struct HTTPClientConfiguration: Sendable {
    /// A certificate that a client shows, and its key.
    public struct Identity: Sendable {
        /// The certificate, and those between it and a root, in DER.
        public var chain: [[UInt8]]
        /// The certificate's key, in PEM.
        public var privateKey: Secret

        /// An identity.
        public init(chain: [[UInt8]], privateKey: Secret) {
            (self.chain, self.privateKey) = (chain, privateKey)
        }
    }

    /// The roots that servers' certificates must chain to, in DER; nil for the system's.
    public var roots: [[UInt8]]?
    /// The certificate and key for servers that ask; nil for none.
    public var identity: Identity?
    /// Where to connect to for a host and port of a URL, in place of what its name says. The server's
    /// certificate is still checked for the name.
    public var addresses: [SocketAddress: SocketAddress] = [:]

    /// The configuration that no caller changed.
    public init() {}
}

/// Sends requests over HTTP/1.1 or HTTP/2, through libcurl. Connections are used again; redirects are not followed, and
/// proxies that the environment names are not used.
///
/// One thread waits for all of a client's transfers; the callers' tasks are suspended.
public final class HTTPClient: Sendable {
    private let thread: TransferThread
    private let configuration: HTTPClientConfiguration

    /// A client.
    ///
    /// - Throws: ``HTTPClientFailure`` where the system has no thread or memory to give.
    public init(
        _ configuration: HTTPClientConfiguration = HTTPClientConfiguration()
    ) throws(HTTPClientFailure) {
        thread = try TransferThread()
        self.configuration = configuration
    }

    deinit { thread.stop() }

    /// Sends a request and waits for the whole response.
    ///
    /// - Returns: The response, of any status.
    /// - Throws: ``HTTPClientFailure``, which says whether the request may have been sent.
    public func send(
        _ request: HTTPClientRequest
    ) async throws(HTTPClientFailure) -> HTTPResponse {
        guard !Task.isCancelled else { throw .notSent(.cancelled) }
        let number = thread.nextNumber()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                thread.start(number, request, configuration, continuation)
                // An earlier cancellation came before the thread knew the number.
                if Task.isCancelled { thread.cancel(number) }
            }
        } onCancel: {
            thread.cancel(number)
        }
        return try result.get()
    }
}
