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
        let seen = Seen(
            trace: TraceContext(request.head.fields, world.randomness),
            route: service.path(for: request.head) ?? "none"
        )
        if !HealthRoutes.paths.contains(seen.route),
            let seconds = limiter.take(Self.network(of: request))
        {
            metrics.count(limited: "address")
            let refused = HTTPServerResponse.complete(Self.limited(seconds).response)
            return .answer(finish(refused, to: request, seen, nil, watch.elapsed))
        }
        if let answer = origins.preflight(request) {
            return .answer(finish(.complete(answer), to: request, seen, nil, watch.elapsed))
        }
        let (admission, caller) = await service.admit(request)
        // The time in which the body is read is the client's.
        let elapsed = watch.elapsed
        switch admission {
        case .answer(let response):
            return .answer(finish(response, to: request, seen, caller, elapsed))
        case .take(_, let handler):
            let limit = caller?.role == SessionRoutes.page ? Self.pageBodyLimit : nil
            return .take(bodyLimit: limit) { request in
                let watch = Stopwatch()
                let response = await handler(request)
                return finish(response, to: request, seen, caller, elapsed + watch.elapsed)
            }
        }
    }

    /// Counts and logs an answer, and adds the headers that all have.
    private func finish(
        _ response: HTTPServerResponse,
        to request: HTTPServerRequest,
        _ seen: Seen,
        _ caller: HTTPCaller?,
        _ elapsed: Duration
    ) -> HTTPServerResponse {
        metrics.count(route: seen.route, status: response.status.code, duration: elapsed)
        let line = line(request.head.method, response, seen.route, elapsed, seen.trace, caller)
        log(line.text)
        return response.adding(fields(for: request, seen.trace))
    }

    /// A request that a limit refuses.
    static func limited(_ seconds: Int) -> HTTPProblem {
        .refused(
            .tooManyRequests,
            "tooManyRequests",
            "the limit of requests in a minute is reached; nothing was done",
            fields: ["Retry-After": HTTPFieldValue(seconds)]
        )
    }

    private func fields(for request: HTTPServerRequest, _ trace: TraceContext) -> HTTPFields {
        var fields: HTTPFields = [
            "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        ]
        fields["X-Request-Id"] = HTTPFieldValue("\(trace.traceID)-\(trace.spanID)")
        if usesTLS { fields["Strict-Transport-Security"] = "max-age=31536000" }
        origins.add(to: &fields, for: request)
        return fields
    }

    private func line(
        _ method: HTTPMethod,
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
                "trace": .trace(trace), "span": .span(trace), "method": .method(method),
                "route": .route(route), "status": .number(response.status.code),
                "microseconds": .microseconds(elapsed), "caller": .caller(caller),
                "code": response.problemCode.map(LogLine.Value.code),
                "replayed": response.isReplayed ? .yes : nil,
            ]
        )
    }

    /// The client's address; of IPv6 the first 64 bits, since one client has all of the others.
    private static func network(of request: HTTPServerRequest) -> String {
        let host = request.client.address.host
        guard host.contains(":"), !host.hasPrefix("::") else { return host }
        return host.split(separator: ":", omittingEmptySubsequences: false).prefix(4)
            .joined(separator: ":")
    }
}

extension HTTPServerResponse {
    fileprivate var status: HTTPStatus {
        switch self {
        case .complete(let response): response.status
        case .stream(let status, _, _): status
        }
    }

    /// The code of a problem, or nil. An answer that is repeated from the database has none.
    fileprivate var problemCode: String? {
        if case .complete(let response) = self { response.problemCode } else { nil }
    }

    /// Whether the answer was given before to the same request.
    fileprivate var isReplayed: Bool {
        guard case .complete(let response) = self else { return false }
        return response.fields[IdempotencyKeyField.replay] != nil
    }

    /// The response with further fields, of which its own are kept.
    fileprivate func adding(_ fields: HTTPFields) -> HTTPServerResponse {
        func merged(_ own: HTTPFields) -> HTTPFields {
            var merged = own
            for field in fields.all where own[field.name] == nil {
                merged[field.name] = field.value
            }
            if merged[.cacheControl] == nil { merged[.cacheControl] = "no-store" }
            return merged
        }
        switch self {
        case .complete(var response):
            response.fields = merged(response.fields)
            return .complete(response)
        case .stream(let status, let own, let body):
            return .stream(status, merged(own), body)
        }
    }
}
