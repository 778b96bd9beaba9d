public import Bytes
public import HTTPMessages

/// How a server listens, and how much and how long it serves one client.
public struct HTTPServerConfiguration: Sendable {
    /// The longest times. Each is counted from the moment that its text names, however slowly bytes
    /// come, and ends up to one tick of the server's clock late: a second, or a quarter of the shortest
    /// limit.
    public struct Deadlines: Hashable, Sendable {
        /// From the first byte of a request to the end of its header, and for a TLS handshake.
        public var header: Duration = .seconds(10)
        /// From the end of the header to the end of the body.
        public var body: Duration = .seconds(30)
        /// Between two requests on one connection, or before the first.
        public var idle: Duration = .seconds(60)
        /// Until the client has taken what was written.
        public var write: Duration = .seconds(30)

        /// The deadlines that no caller changed.
        public init() {}

        var shortest: Duration { min(header, body, idle, write) }
    }

    /// TLS, with the server's certificate; nil for plain HTTP.
    public var tls: TLSServerIdentity?
    /// How much of one request is taken.
    public var limits = HTTPLimits()
    /// The longest times.
    public var deadlines = Deadlines()
    /// How many bytes of bodies are held at the same time, from the announcement of a body until its request is
    /// done. A request beyond is answered with 503 and `Retry-After`; a single one is always taken.
    public var bodiesInFlight = 67_108_864
    /// Called for each request that no handler sees, because it is malformed, too long, too slow or one too
    /// many, with its header where that was read. The problem that it returns is the answer.
    public var refused: @Sendable (HTTPProblem, HTTPRequestHead?) -> HTTPProblem = { problem, _ in
        problem
    }
    /// How many connections are open at the same time; fewer where the system's limit of open files is near.
    /// For further ones those are closed that no request was served on for the longest time. Where a request
    /// is served on each, as many clients as the system queues wait.
    public var connections = 16_384
    /// How many threads serve connections. The kernel divides connections among them.
    public var loops = 1

    /// The configuration that no caller changed: plain HTTP.
    public init() {}
}

/// The certificate and the key of a server, and what it asks of clients.
///
/// TLS 1.2 or later; no renegotiation, and no resumed sessions, so that each connection shows its
/// client's chain.
public struct TLSServerIdentity: Sendable {
    /// The requirement for a client's certificate.
    public enum ClientCertificates: Hashable, Sendable {
        /// Clients are not asked for one.
        case notRequested
        /// A client may have none; one that it has must chain to one of these roots, in DER.
        case optional(trusting: [[UInt8]])
        /// A client must have one that chains to one of these roots, in DER.
        case required(trusting: [[UInt8]])
        /// A client may have any, of which it has the key. The handler decides about its chain.
        case unverified
    }

    /// The server's certificate, and those between it and a root, in DER.
    public var chain: [[UInt8]]
    /// The certificate's key, in PEM.
    public var privateKey: Secret
    /// The requirement for clients' certificates.
    public var clientCertificates: ClientCertificates
    /// Whether a client must send the name of the server that it connects to (RFC 6066 § 3). A client
    /// that was given an address has none to send.
    public var requiresServerName = false

    /// An identity.
    public init(
        chain: [[UInt8]],
        privateKey: Secret,
        clientCertificates: ClientCertificates = .notRequested
    ) {
        self.chain = chain
        self.privateKey = privateKey
        self.clientCertificates = clientCertificates
    }
}

/// Why a server did not start.
public enum HTTPServerFailure: Error, Hashable, Sendable {
    /// The host is not an IPv4 or IPv6 address.
    case notAnAddress
    /// Another program listens at the address.
    case addressInUse
    /// The address is not one of this machine's.
    case addressNotAvailable
    /// Permission denied by the system.
    case notPermitted
    /// A certificate of the server is not one.
    case certificateMalformed
    /// The private key is not PEM without a password, or belongs to another certificate.
    case privateKeyRefused
    /// A root for clients is not a certificate.
    case clientRootMalformed
    /// The server speaks plain HTTP, which its clients expect as long as it runs.
    case startedWithoutTLS
    /// Any other error of the system, with its number.
    case system(errorNumber: Int32)
}

extension HTTPServerFailure: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        switch self {
        case .notAnAddress: "the host to listen at is not an IP address"
        case .addressInUse: "another program listens at the address"
        case .addressNotAvailable: "the address is not one of this machine's"
        case .notPermitted: "permission denied"
        case .certificateMalformed: "the server's certificate is not a certificate in DER"
        case .privateKeyRefused: "the private key is unreadable or belongs to another certificate"
        case .clientRootMalformed: "a root for clients is not a certificate in DER"
        case .startedWithoutTLS: "the server was started without TLS"
        case .system(let number): "error \(number) of the system"
        }
    }
}
