import HTTPServer
import Testing

/// RFC 6750 § 2.1 and RFC 9110 § 11.4: a scheme in any case, one or more spaces, and a token68.
@Suite("The token of a request")
struct BearerTokenTests {
    private func token(_ values: [String]) throws -> Substring? {
        let lines = values.map { "Authorization: \($0)\r\n" }.joined()
        let stream = HTTPStream("GET / HTTP/1.1\r\nHost: shop.example\r\n\(lines)\r\n")
        return HTTPServerRequest(try #require(stream.requests.first).head).bearerToken
    }

    @Test(arguments: ["Bearer abc", "bearer abc", "BEARER   abc", "Bearer abc  "])
    func `is read`(value: String) throws { #expect(try token([value]) == "abc") }

    @Test(arguments: ["quince_0a_1b", "a.b-c~d+e/f", "YWJj==", "A"])
    func `may have every character of a token`(text: String) throws {
        #expect(try token(["Bearer \(text)"]).map(String.init) == text)
    }

    @Test(
        arguments: [
            [], [""], ["Bearer"], ["abc"], ["Basic abc"], ["Bearer abc def"], ["Bearer a,b"],
            ["Bearer \"abc\""], ["Bearer a=b"], ["Bearer =="], ["Bearer abc", "Bearer abc"],
            ["Bearer abc", "Basic abc"], ["Bearer\tabc"], ["Bearerabc"],
        ]
    )
    func `is not read from anything else`(values: [String]) throws {
        #expect(try token(values) == nil)
    }
}
