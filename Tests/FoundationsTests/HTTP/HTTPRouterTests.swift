import HTTPMessages
import HTTPServer
import JSON
import Testing

@Suite("The HTTP router")
struct HTTPRouterTests {
    private struct Declined: HTTPProblemSource {
        var problem: HTTPProblem {
            HTTPProblem(
                .conflict,
                type: "https://example.com/problems/declined",
                title: "Declined",
                detail: "The card is expired.",
                members: [JSONMember(name: "attempt", value: .integer(2))]
            )
        }
    }

    private struct Unexpected: Error, CustomStringConvertible {
        let description = "a password"
    }

    private static let router: HTTPRouter = {
        var router = HTTPRouter()
        @Sendable func text(_ text: String) -> HTTPServerResponse {
            .complete(HTTPResponse(.ok, type: "text/plain", text: text))
        }
        router.on(.get, "/") { _ in text("root") }
        router.on(.get, "/cards/{id}") { text("card \(try $0.parameter("id", as: Int.self))") }
        router.on(.get, "/cards/new") { _ in text("form") }
        router.on(.delete, "/cards/{id}") { text("deleted \(try $0.parameter("id"))") }
        router.on(.post, "/cards/{id}/pay") { _ in throw Declined() }
        router.on(.get, "/fails") { _ in throw Unexpected() }
        router.on(.get, "/query") { text(try $0.head.target.queryItems().map(\.value).joined()) }
        return router
    }()

    private func ask(_ method: String, _ target: String) async throws -> HTTPResponse {
        let stream = HTTPStream("\(method) \(target) HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try #require(stream.complete.first?.head)
        let response = await Self.router.respond(to: HTTPServerRequest(head))
        guard let complete = response.whole else {
            Issue.record("a stream")
            return HTTPResponse(.ok)
        }
        return complete
    }

    private func text(_ response: HTTPResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    static let found: [(method: String, target: String, text: String)] = [
        ("GET", "/", "root"), ("GET", "/cards/17", "card 17"), ("GET", "/cards/new", "form"),
        ("HEAD", "/cards/17", "card 17"), ("DELETE", "/cards/a%2Fb", "deleted a/b"),
        ("GET", "/query?a=1+2&b=%C3%A9", "1 2é"),
    ]

    @Test(arguments: found)
    func `a route is found by method and path`(
        method: String,
        target: String,
        expected: String
    ) async throws {
        let response = try await ask(method, target)
        #expect(response.status == .ok && text(response) == expected)
    }

    @Test(arguments: [
        "/cards", "/cards/", "/cards/17/", "//", "/Cards/17", "/cards/x", "/cards//pay",
    ])
    func `a path that names nothing is answered with 404`(path: String) async throws {
        #expect(try await ask("GET", path).status == .notFound)
    }

    static let refused: [(method: String, target: String, status: Int, allow: String)] = [
        ("POST", "/", 405, "GET, HEAD, OPTIONS"),
        ("PUT", "/cards/17", 405, "DELETE, GET, HEAD, OPTIONS"),
        ("GET", "/cards/17/pay", 405, "OPTIONS, POST"),
        ("HEAD", "/cards/17/pay", 405, "OPTIONS, POST"),
        ("OPTIONS", "/cards/17", 204, "DELETE, GET, HEAD, OPTIONS"),
        ("OPTIONS", "*", 204, "DELETE, GET, HEAD, OPTIONS, POST"),
    ]

    @Test(arguments: refused)
    func `a path without the method says which it has`(
        method: String,
        target: String,
        status: Int,
        allow: String
    ) async throws {
        let response = try await ask(method, target)
        #expect(response.status.code == status && response.fields[.allow]?.text == allow)
    }

    @Test func `an error becomes its problem`() async throws {
        let response = try await ask("POST", "/cards/17/pay")
        #expect(response.status == .conflict)
        #expect(response.fields[.contentType] == "application/problem+json")
        #expect(
            text(response) == """
                {"type":"https://example.com/problems/declined","title":"Declined","status":409,\
                "detail":"The card is expired.","attempt":2}
                """
        )
    }

    @Test func `nothing of an unexpected error is told`() async throws {
        let response = try await ask("GET", "/fails")
        #expect(
            text(response) == """
                {"title":"Internal Server Error","status":500,"detail":"the request failed",\
                "code":"serverFault","cause":"the request failed",\
                "remedy":"report it with the request's identifier",\
                "link":"Documentation/Refusals.md#serverfault"}
                """
        )
    }

    @Test func `a query that is not UTF-8 is a bad request`() async throws {
        #expect(try await ask("GET", "/query?a=%ff").status == .badRequest)
        #expect(try await ask("GET", "/query?a=%f").status == .badRequest)
    }

    @Test func `an event is framed line by line`() {
        let event = ServerSentEvent("a\r\nb\rc\n", name: "x\ny", identifier: "1\0")
        #expect(
            String(decoding: event.bytes, as: UTF8.self)
                == "event: x y\nid: 1\ndata: a\ndata: b\ndata: c\ndata: \n\n"
        )
    }
}
