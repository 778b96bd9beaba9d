import HTTPMessages
import HTTPServer
import JSON
import Testing

@Suite("Operations of an API")
struct APIOperationTests {
    private static let list = APIOperation(
        .get,
        "/things",
        "List things.",
        parameters: [
            .query("limit", .integer(1...100), "how many"),
            .query("state", .choice(["open", "done"]), "which"),
            .query("after", .time, "since when"),
            .header("X-Page", .text(example: "p1"), isRequired: true, "the page"),
        ],
        answer: .any("what was asked for")
    ) { request in
        .json(
            .array(
                ["limit", "state", "after"].map { .string(request.query($0) ?? "none") }
                    + [.string(request.header("X-Page") ?? "none")]
            )
        )
    }

    private func ask(_ target: String, _ fields: String = "X-Page: p1\r\n") async throws -> String {
        var router = HTTPRouter()
        Self.list.add(to: &router)
        let stream = HTTPStream("GET \(target) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n")
        guard
            let response = await router.respond(
                to: HTTPServerRequest(try #require(stream.requests.first).head)
            ).whole
        else { return "stream" }
        let body = String(decoding: response.body, as: UTF8.self)
        return "\(response.status.code) \(body)"
    }

    @Test(arguments: [
        ("/things", #"["none","none","none","p1"]"#),
        ("/things?limit=100&state=done", #"["100","done","none","p1"]"#),
        ("/things?after=2026-01-31T12%3A00%3A00Z", #"["none","none","2026-01-31T12:00:00Z","p1"]"#),
    ])
    func `get the values of their parameters`(_ target: String, _ expected: String) async throws {
        #expect(try await ask(target) == "200 \(expected)")
    }

    @Test(arguments: [
        ("/things?limit=0", "parameterWrong"), ("/things?limit=101", "parameterWrong"),
        ("/things?limit=1x", "parameterWrong"), ("/things?limit=", "parameterWrong"),
        ("/things?state=OPEN", "parameterWrong"), ("/things?after=yesterday", "parameterWrong"),
        ("/things?limit=1&limit=1", "parameterDoubled"), ("/things?page=1", "parameterUnknown"),
        ("/things?X-Page=p1", "parameterUnknown"),
    ])
    func `refuse a parameter that is not of its form`(
        _ target: String,
        _ code: String
    ) async throws {
        let answer = try await ask(target)
        #expect(answer.hasPrefix("400 ") && answer.contains(#""code":"\#(code)""#), "\(answer)")
    }

    @Test(arguments: [("", "parameterMissing"), ("X-Page: 1\r\nX-Page: 1\r\n", "parameterDoubled")])
    func `refuse a request without the header that they need, or with two`(
        _ fields: String,
        _ code: String
    ) async throws {
        let answer = try await ask("/things", fields)
        #expect(answer.hasPrefix("400 ") && answer.contains(#""code":"\#(code)""#), "\(answer)")
    }
}
