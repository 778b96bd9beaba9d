internal import Bytes
internal import HTTPAPI
internal import HTTPMessages
internal import HTTPServer
internal import Sockets
internal import World

/// What happens around every request: limits by address, the page's origin, headers, the log and counts.
struct RequestPipeline: Sendable {
    let service: APIService
    let origins: OriginRules
    let limiter: RateLimiter
    let metrics: ServerMetrics
    let usesTLS: Bool
    let world: World
    let log: @Sendable (String) -> Void

    func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        let watch = Stopwatch()
        let trace = TraceContext(request.head.fields, world.randomness)
        let route = service.path(for: request.head) ?? "none"
        let response: HTTPServerResponse
        var caller: HTTPCaller?
        if !HealthRoutes.paths.contains(route),
            let seconds = limiter.take(Self.network(of: request))
        {
            metrics.count(limited: "address")
            response = .complete(Self.limited(seconds).response)
        } else if let answer = origins.preflight(request) {
            response = .complete(answer)
        } else {
            (response, caller) = await service.answer(to: request)
        }
        let elapsed = watch.elapsed
        metrics.count(route: route, status: response.status.code, duration: elapsed)
        let line = line(request.head.method, response, route, elapsed, trace, caller)
        log(line.text)
        return response.adding(fields(for: request, trace))
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
        return response.fields[IdempotentRequest.replayField] != nil
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
