import HTTPMessages
import HTTPServer
import JSON
import Testing

@Suite("A service of operations")
struct APIServiceTests {
    private static let service = APIService(
        APIDescription(title: "Things", text: "For tests."),
        [
            APIOperation(.get, "/health", "Health.", answer: nil, access: .everyone) { request in
                .json(.string(request.caller?.identifier ?? "nobody"))
            },
            APIOperation(.get, "/things/{name}", "A thing.", answer: nil) { request in
                .json(.string("\(request.caller?.identifier ?? "nobody")"))
            },
            APIOperation(
                .post,
                "/things",
                "Makes a thing.",
                body: .object([.required("a", .bool)]),
                answer: nil,
                access: .roles(["maker"])
            ) { _ in .status(.noContent) },
        ],
        credentials: "say who you are"
    ) { request in
        switch request.head.fields[.authorization]?.text {
        case let text? where ["reader", "maker"].contains(text):
            return HTTPCaller(identifier: "the \(text)", role: text)
        case "broken": throw HTTPProblem(.serviceUnavailable)
        default: return nil
        }
    }

    private func ask(_ line: String, _ caller: String?, body: String = "") async throws -> String {
        let field = caller.map { "Authorization: \($0)\r\n" } ?? ""
        let stream = HTTPStream("\(line) HTTP/1.1\r\nHost: a\r\n\(field)\r\n")
        let head = try #require(stream.requests.first).head
        let request = HTTPServerRequest(head, body: Array(body.utf8))
        guard let response = await Self.service.respond(to: request).whole else {
            return "stream"
        }
        return "\(response.status.code) \(String(decoding: response.body, as: UTF8.self))"
    }

    @Test func `says to each operation who asks`() async throws {
        #expect(try await ask("GET /things/a", "reader") == #"200 "the reader""#)
        #expect(try await ask("GET /health", nil) == #"200 "nobody""#)
        #expect(try await ask("HEAD /health", nil).hasPrefix("200 "))
    }

    @Test func `answers one who does not say who it is the same everywhere`() async throws {
        let answer = try await ask("GET /things/a", nil)
        #expect(answer.hasPrefix("401 ") && answer.contains("say who you are"))
        for line in [
            "POST /things", "GET /things", "GET /", "PUT /health", "GET /health/", "OPTIONS *",
            "GET /openapi.json",
        ] {
            #expect(try await ask(line, nil) == answer, "\(line)")
            #expect(try await ask(line, "stranger") == answer, "\(line)")
        }
    }

    @Test func `checks the role before it reads what was sent`() async throws {
        let refused = try await ask("POST /things", "reader", body: "not JSON")
        #expect(refused.hasPrefix("403 ") && refused.contains("roleInsufficient"))
        #expect(try await ask("POST /things", "maker", body: "not JSON").hasPrefix("400 "))
        #expect(try await ask("POST /things", "maker", body: #"{"a":true}"#).hasPrefix("204 "))
        #expect(try await ask("GET /things/a", "broken").hasPrefix("503 "))
    }

    @Test func `describes who may use each operation`() async throws {
        let text = try await ask("GET /openapi.json", "reader").dropFirst(4)
        let paths = try #require(try JSONDocument(Array(text.utf8)).root.member("paths"))
        let health = paths.member("/health")?.member("get")
        #expect(health?.member("security")?.elements?.isEmpty == true)
        #expect(health?.member("responses")?.members.map(\.name) == ["200", "400"])
        let made = paths.member("/things")?.member("post")
        #expect(made?.member("description")?.string == "For the roles: maker.")
        #expect(made?.member("responses")?.member("403") != nil)
    }
}
