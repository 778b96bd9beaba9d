public import HTTPMessages

/// Chooses the action for a request by its method and path.
///
/// A path without a route is answered with 404, and one without the method with 405 and `Allow`. `HEAD`
/// is answered as `GET`, whose body is not sent, and `OPTIONS` with the methods.
public struct HTTPRouter: Sendable {
    /// Answers the requests of a route. An error that it throws becomes a problem: its own, where it
    /// is an ``HTTPProblemSource``, or else status 500 with nothing of the error.
    public typealias Action = @Sendable (HTTPServerRequest) async throws -> HTTPServerResponse

    private struct Route: Sendable {
        let method: HTTPMethod
        let pattern: HTTPRoutePattern
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
        _ action: @escaping Action
    ) {
        routes.append(Route(method: method, pattern: pattern, action: action))
    }

    /// The pattern of the route that a request is for; nil where there is none, or not with its method.
    public func pattern(for head: HTTPRequestHead) -> HTTPRoutePattern? {
        let segments = head.target.segments
        let matches = routes.filter { $0.pattern.parameters(in: segments) != nil }
        let method =
            head.method == .head && !matches.contains { $0.method == .head } ? .get : head.method
        var found: HTTPRoutePattern?
        for route in matches where route.method == method {
            if let found, !route.pattern.isMoreSpecific(than: found) { continue }
            found = route.pattern
        }
        return found
    }

    /// Answers a request.
    public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        do {
            let head = request.head
            guard head.target.path != "*" else {
                return .complete(Self.options(allowing: routes.map(\.method)))
            }
            let matches = routes.compactMap { route in
                route.pattern.parameters(in: head.target.segments).map { (route, $0) }
            }
            guard !matches.isEmpty else { throw HTTPProblem(.notFound) }
            let methods = matches.map(\.0.method)
            var method = head.method
            if method == .head, !methods.contains(.head) { method = .get }
            guard methods.contains(method) else {
                if method == .options { return .complete(Self.options(allowing: methods)) }
                throw HTTPProblem(.methodNotAllowed, fields: Self.allow(methods))
            }
            var found: (route: Route, parameters: [String: String])?
            for (route, parameters) in matches where route.method == method {
                if let found, !route.pattern.isMoreSpecific(than: found.route.pattern) { continue }
                found = (route, parameters)
            }
            guard let found else { throw HTTPProblem(.notFound) }
            var request = request
            request.parameters = found.parameters
            return try await found.route.action(request)
        } catch {
            let problem = (error as? any HTTPProblemSource)?.problem
            return .complete((problem ?? HTTPProblem(.internalServerError)).response)
        }
    }

    private static func options(allowing methods: [HTTPMethod]) -> HTTPResponse {
        HTTPResponse(.noContent, fields: allow(methods))
    }

    private static func allow(_ methods: [HTTPMethod]) -> HTTPFields {
        var names = Set(methods.map(\.name)).union(["OPTIONS"])
        if names.contains("GET") { names.insert("HEAD") }
        var fields = HTTPFields()
        fields[.allow] = HTTPFieldValue(names.sorted().joined(separator: ", "))
        return fields
    }
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
            throw HTTPProblem(.notFound)
        }
        return value
    }
}
