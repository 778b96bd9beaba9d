internal import HTTPMessages

/// A decision about a request with a body, of which only the head was read.
public enum HTTPAdmission: Sendable {
    /// Decides. The request has no body yet; what it decides about is not read further meanwhile.
    public typealias Rule = @Sendable (HTTPServerRequest) async -> HTTPAdmission

    /// The body is not taken, and this is the answer.
    case answer(HTTPServerResponse)
    /// The body is taken if it has at most so many bytes, and the handler answers the request with it. All bodies of
    /// strangers, who have not shown who they are, share a quarter of ``HTTPServerConfiguration/bodiesInFlight``.
    case take(bodyLimit: Int? = nil, isStranger: Bool = false, HTTPHandler)

    /// The answer to a request whose body is there, or that has none.
    public func response(to request: HTTPServerRequest) async -> HTTPServerResponse {
        switch self {
        case .answer(let response): response
        case .take(_, _, let handler): await handler(request)
        }
    }
}

/// A request whose body is being read.
struct IncomingRequest {
    let head: HTTPRequestHead
    let handler: HTTPHandler
    private let bodyLimit: Int
    /// Nil where the request has no body.
    let reservation: BodyReservation?
    private(set) var body: [UInt8] = []

    /// A request without a body.
    init(_ head: HTTPRequestHead, _ handler: @escaping HTTPHandler) {
        (self.head, self.handler, bodyLimit, reservation) = (head, handler, 0, nil)
    }

    /// A request whose body is taken. The length that it announces is reserved at once.
    ///
    /// - Throws: ``HTTPProblem`` of status 413 or 503.
    init(
        _ head: HTTPRequestHead,
        _ handler: @escaping HTTPHandler,
        _ terms: (limit: Int?, isStranger: Bool),
        _ budget: BodyBudget
    ) throws(HTTPProblem) {
        let reservation = BodyReservation(of: budget, isStranger: terms.isStranger)
        (self.head, self.handler, self.reservation) = (head, handler, reservation)
        bodyLimit = terms.limit ?? .max
        guard case .length(let length) = head.framing else { return }
        try reserve(length)
        body.reserveCapacity(length)
    }

    /// Adds bytes of the body.
    ///
    /// - Throws: ``HTTPProblem`` of status 413 or 503.
    mutating func append(_ bytes: [UInt8]) throws(HTTPProblem) {
        if head.framing == .chunked { try reserve(body.count + bytes.count) }
        body += bytes
    }

    private func reserve(_ count: Int) throws(HTTPProblem) {
        guard count <= bodyLimit else { throw HTTPRequestRefusal.bodyTooLarge.problem }
        guard reservation?.grow(to: count) != false else { throw BodyBudget.isUsedUp }
    }
}
