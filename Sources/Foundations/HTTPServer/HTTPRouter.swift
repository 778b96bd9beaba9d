public import HTTPMessages

/// Chooses the action for a request by its method and path.
///
/// A path without a route is answered with 404, and one without the method with 405 and `Allow`. `HEAD`
/// is answered as `GET`, whose body is not sent, and `OPTIONS` with the methods.
public struct HTTPRouter: Sendable {
    /// Answers the requests of a route. An error that it throws becomes a problem: its own, where it
    /// is an ``HTTPProblemSource``, or else status 500 with nothing of the error.
    public typealias Action = @Sendable (HTTPServerRequest) async throws -> HTTPServerResponse

    /// Looks at a request whose body may not have been read, and throws where it is refused.
    public typealias Check = @Sendable (HTTPServerRequest) throws -> Void

    private struct Route: Sendable {
        let method: HTTPMethod
        let pattern: HTTPRoutePattern
        let check: Check
        let action: Action
    }

    private var routes: [Route] = []

    /// A router without routes.
    public init() {}

    /// Adds a route. Of two patterns that a path has, the one with a text where the other has a
    /// parameter is taken.
    public mutating func on(
        _ method: HTTPMethod,
        _ pattern: HTTPRoutePattern,
        check: @escaping Check = { _ in },
        _ action: @escaping Action
    ) {
        routes.append(Route(method: method, pattern: pattern, check: check, action: action))
    }

    /// The pattern of the route that a request is for; nil where there is none, or not with its method.
    public func pattern(for head: HTTPRequestHead) -> HTTPRoutePattern? {
        route(for: head)?.pattern
    }

    private func route(for head: HTTPRequestHead) -> Route? {
        guard head.target.path != "*" else { return nil }
        let own = route(head.method, head.target.segments)
        return own == nil && head.method == .head ? route(.get, head.target.segments) : own
    }

    private func route(_ method: HTTPMethod, _ path: [String]) -> Route? {
        var found: Route?
        for route in routes where route.method == method && route.pattern.matches(path) {
            if let found, !route.pattern.isMoreSpecific(than: found.pattern) { continue }
            found = route
        }
        return found
    }

    /// Answers a request.
    public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        guard let route = route(for: request.head) else {
            return answerWithoutRoute(request.head)
        }
        var request = request
        request.parameters = route.pattern.parameters(in: request.head.target.segments)
        do {
            try route.check(request)
            return try await route.action(request)
        } catch { return .problem(HTTPProblem(of: error)) }
    }

    /// The answer to a request that is refused whatever its body is: it has no route, or its route's check
    /// throws. Nil for any other.
    public func refusal(of request: HTTPServerRequest) -> HTTPServerResponse? {
        guard let route = route(for: request.head) else {
            return answerWithoutRoute(request.head)
        }
        do { try route.check(request) } catch { return .problem(HTTPProblem(of: error)) }
        return nil
    }

    private func answerWithoutRoute(_ head: HTTPRequestHead) -> HTTPServerResponse {
        let isForServer = head.target.path == "*"
        let matches = routes.filter { isForServer || $0.pattern.matches(head.target.segments) }
        guard !matches.isEmpty else { return .problem(.pathUnknown) }
        let allow = Self.allow(matches.map(\.method))
        guard isForServer || head.method == .options else {
            return .problem(
                HTTPProblem(
                    .methodNotAllowed,
                    HTTPProblemCode.methodNotAllowed,
                    "the path does not have the method \(head.method.name)",
                    fields: allow
                )
            )
        }
        return .complete(HTTPResponse(.noContent, fields: allow))
    }

    private static func allow(_ methods: [HTTPMethod]) -> HTTPFields {
        var names = Set(methods.map(\.name)).union(["OPTIONS"])
        if names.contains("GET") { names.insert("HEAD") }
        var fields = HTTPFields()
        fields[.allow] = HTTPFieldValue(names.sorted().joined(separator: ", "))
        return fields
    }
}

extension HTTPProblem {
    fileprivate static let pathUnknown = HTTPProblem(
        .notFound,
        HTTPProblemCode.pathUnknown,
        "nothing is at this path"
    )
}

extension HTTPServerRequest {
    /// The value of a parameter in the route's pattern.
    ///
    /// - Throws: ``HTTPProblem`` of status 404 where the value is not one of the type, because then the
    ///   path names nothing.
    public func parameter<Value: LosslessStringConvertible>(
        _ name: String,
        as type: Value.Type = String.self
    ) throws(HTTPProblem) -> Value {
        guard let text = parameters[name], let value = Value(text) else {
            throw .pathUnknown
        }
        return value
    }
}
