public import HTTPMessages
internal import HTTPServer

/// The member center's part of the API on a folder in this process, without a server and a token: for
/// commands that act on a folder, whether or not a server runs on it.
public struct LocalAPI: Sendable {
    private let router: HTTPRouter

    /// The API of a folder.
    public init(memberCenterOf folder: SandboxFolder) {
        var router = HTTPRouter()
        for operation in MemberCenterRoutes.operations(folder.memberCenter, folder.clock) {
            operation.add(to: &router)
        }
        self.router = router
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, percent-encoded.
    ///   - body: A JSON text; empty for none.
    /// - Returns: The answer of the API, of any status.
    public func answer(_ method: HTTPMethod, _ path: String, body: [UInt8]) async -> HTTPResponse {
        var parser = HTTPRequestParser()
        let type = body.isEmpty ? "" : "Content-Type: application/json\r\n"
        parser.append(
            Array("\(method.name) \(path) HTTP/1.1\r\nHost: localhost\r\n\(type)\r\n".utf8)
        )
        guard case .head(let head)? = try? parser.next(),
            let response = await router.respond(to: HTTPServerRequest(head, body: body)).whole
        else { return HTTPResponse(.badRequest) }
        return response
    }
}
