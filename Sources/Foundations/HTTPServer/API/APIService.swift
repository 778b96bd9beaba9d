public import HTTPMessages
internal import JSON

/// The operations of an API, for callers that show who they are, with their description at
/// `/openapi.json`.
///
/// A caller that does not is answered the same for every path and method that is not public, so it learns
/// nothing of what there is.
public struct APIService: Sendable {
    /// Says who a request comes from; nil where it does not show that. A thrown `HTTPProblemSource` is
    /// the answer.
    public typealias Identification = @Sendable (HTTPServerRequest) async throws -> HTTPCaller?

    private let router: HTTPRouter
    private let publicRouter: HTTPRouter
    private let unauthorized: HTTPProblem
    private let identify: Identification

    /// A service.
    ///
    /// - Parameters:
    ///   - description: The description of the API, which callers find at `/openapi.json`.
    ///   - operations: The operations.
    ///   - credentials: What a caller without credentials has to send, in a sentence.
    ///   - identify: Says who a request comes from.
    public init(
        _ description: APIDescription,
        _ operations: [APIOperation],
        credentials: String,
        identify: @escaping Identification
    ) {
        self.identify = identify
        unauthorized = HTTPProblem(
            .unauthorized,
            HTTPProblemCode.unauthorized,
            credentials,
            fields: [.wwwAuthenticate: "Bearer"]
        )
        var (router, publicRouter) = (HTTPRouter(), HTTPRouter())
        for operation in operations {
            if operation.access == .everyone { operation.add(to: &publicRouter) }
            operation.add(to: &router)
        }
        let json = description.json(of: operations)
        router.on(.get, "/openapi.json") { _ in .json(json) }
        (self.router, self.publicRouter) = (router, publicRouter)
    }

    /// Answers a request.
    public func respond(to request: HTTPServerRequest) async -> HTTPServerResponse {
        await admit(request).admission.response(to: request)
    }

    /// Decides about a request whose body may not have been read, and says who it came from; nil where that was
    /// not shown or not asked.
    public func admit(
        _ request: HTTPServerRequest
    ) async -> (admission: HTTPAdmission, caller: HTTPCaller?) {
        if publicRouter.pattern(for: request.head) != nil {
            return (.take { [publicRouter] in await publicRouter.respond(to: $0) }, nil)
        }
        do {
            guard let caller = try await identify(request) else { throw unauthorized }
            if request.head.framing != .length(0) {
                var request = request
                request.caller = caller
                if let refusal = router.refusal(of: request) { return (.answer(refusal), caller) }
            }
            let handler: HTTPHandler = { [router] request in
                var request = request
                request.caller = caller
                return await router.respond(to: request)
            }
            return (.take(handler), caller)
        } catch {
            return (.answer(.problem(HTTPProblem(of: error))), nil)
        }
    }

    /// The path of the operation that a request is for, with parameters in braces; nil where there is
    /// none, or not with its method.
    public func path(for head: HTTPRequestHead) -> String? {
        router.pattern(for: head)?.description
    }
}
