internal import Bytes
internal import HTTPMessages
internal import HTTPServer
internal import Sockets
internal import World

/// The steps around every request: limits by address, the page's origin, headers, the log and counts.
struct RequestPipeline: Sendable {
    /// The longest body of a page's request for a session. A caller without a key is taken for a page by its
    /// header `Origin`, so that many of them must not use up the budget of bodies.
    private static let pageBodyLimit = 8_192

    /// A request as the log has it.
    private struct Seen {
        let trace: TraceContext
        let route: String
    }

    let service: APIService
    let origins: OriginRules
    let limiter: RateLimiter
    let metrics: ServerMetrics
    let usesTLS: Bool
    let world: World
    let log: @Sendable (String) -> Void

    /// Decides about a request by its head, before its body is read.
    func admit(_ request: HTTPServerRequest) async -> HTTPAdmission {
        let watch = Stopwatch()
        let seen = seen(request.head)
        if !HealthRoutes.paths.contains(seen.route),
            let seconds = limiter.take(Self.network(of: request.client.address.host))
        {
            metrics.count(limited: "address")
            let refused = Self.limited(seconds)
            return .answer(finish(.problem(refused), to: request.head, seen, nil, watch.elapsed))
        }
        if let answer = origins.preflight(request) {
            return .answer(finish(.complete(answer), to: request.head, seen, nil, watch.elapsed))
        }
        let (admission, caller) = await service.admit(request)
        // The time in which the body is read is the client's.
        let elapsed = watch.elapsed
        switch admission {
        case .answer(let response):
            return .answer(finish(response, to: request.head, seen, caller, elapsed))
        case .take(_, _, let handler):
            let isPage = caller?.role == SessionRoutes.page
            let limit = isPage ? Self.pageBodyLimit : nil
            return .take(bodyLimit: limit, isStranger: isPage || caller == nil) { request in
                let watch = Stopwatch()
                let response = await handler(request)
                return finish(response, to: request.head, seen, caller, elapsed + watch.elapsed)
            }
        }
    }

    /// The answer to a request that the server refuses before it is admitted, or while its body comes.
    func refuse(_ problem: HTTPProblem, _ head: HTTPRequestHead?) -> HTTPProblem {
        if problem.code == HTTPProblemCode.tooManyBodies.rawValue {
            metrics.count(limited: "bodies")
        }
        let response = finish(.problem(problem), to: head, seen(head), nil, .zero)
        guard case .problem(let problem) = response else { return problem }
        return problem
    }

    private func seen(_ head: HTTPRequestHead?) -> Seen {
        Seen(
            trace: TraceContext(head?.fields ?? HTTPFields(), world.randomness),
            route: head.flatMap { service.path(for: $0) } ?? "none"
        )
    }

    /// Counts and logs an answer, and adds what all have.
    private func finish(
        _ response: HTTPServerResponse,
        to head: HTTPRequestHead?,
        _ seen: Seen,
        _ caller: HTTPCaller?,
        _ elapsed: Duration
    ) -> HTTPServerResponse {
        metrics.count(route: seen.route, status: response.status.code, duration: elapsed)
        log(line(head?.method, response, seen.route, elapsed, seen.trace, caller).text)
        var response = response
        // A caller without credentials is answered the same for every path.
        if case .problem(let problem) = response, problem.status != .unauthorized,
            head?.method == .post, seen.route == PaymentRoutes.path.description
        {
            response = .problem(problem.completing(.failure))
        }
        for field in fields(for: head, seen.trace).all where response.fields[field.name] == nil {
            response.fields[field.name] = field.value
        }
        return response
    }

    /// A request that a limit refuses.
    static func limited(_ seconds: Int) -> HTTPProblem {
        HTTPProblem(
            .tooManyRequests,
            HTTPProblemCode.tooManyRequests,
            "the limit of requests in a minute is reached; nothing was done",
            fields: ["Retry-After": HTTPFieldValue(seconds)]
        )
    }

    private func fields(for head: HTTPRequestHead?, _ trace: TraceContext) -> HTTPFields {
        var fields: HTTPFields = [
            .cacheControl: "no-store", "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        ]
        fields["X-Request-Id"] = HTTPFieldValue("\(trace.traceID)-\(trace.spanID)")
        if usesTLS { fields["Strict-Transport-Security"] = "max-age=31536000" }
        if let head { origins.add(to: &fields, for: head) }
        return fields
    }

    private func line(
        _ method: HTTPMethod?,
        _ response: HTTPServerResponse,
        _ route: String,
        _ elapsed: Duration,
        _ trace: TraceContext,
        _ caller: HTTPCaller?
    ) -> LogLine {
        LogLine(
            "request",
            at: world.clock.now,
            [
                "trace": .trace(trace), "span": .span(trace),
                "method": method.map(LogLine.Value.method),
                "route": .route(route), "status": .number(response.status.code),
                "microseconds": .microseconds(elapsed), "caller": .caller(caller),
                "code": response.problemCode.map(LogLine.Value.code),
                "replayed": response.fields[IdempotencyKeyField.replay] != nil ? .yes : nil,
            ]
        )
    }

    /// A client's address; of IPv6 the first 64 bits, since one client has all of the others.
    static func network(of host: String) -> String {
        guard host.contains(":"), !host.hasPrefix("::") else { return host }
        var groups = host.split(separator: ":", omittingEmptySubsequences: false)
        if let gap = groups.firstIndex(of: "") {
            let zeros = [Substring](repeating: "0", count: max(0, 9 - groups.count))
            groups.replaceSubrange(gap...gap, with: zeros)
        }
        return groups.prefix(4).joined(separator: ":")
    }
}

extension HTTPServerResponse {
    /// The code of a problem, or nil. An answer that is repeated from the database has none.
    fileprivate var problemCode: String? {
        switch self {
        case .complete(let response): response.problemCode
        case .problem(let problem): problem.code
        case .stream, .disconnect: nil
        }
    }
}
