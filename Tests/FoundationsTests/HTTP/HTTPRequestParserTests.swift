import HTTPMessages
import Testing
import World

@Suite("The parser of HTTP requests")
struct HTTPRequestParserTests {
    @Test func `a request has a method, a target, a version and fields`() throws {
        let stream = HTTPStream(
            "GET /a/b%20c?d=e+f&g HTTP/1.1\r\nHost: Shop.example:8080\r\nX-A:  1 \r\nx-a: 2\r\n\r\n"
        )
        let head = try #require(stream.complete.first?.head)
        #expect(stream.refusal == nil && stream.complete.count == 1)
        #expect(head.method == .get && head.version == .http11 && head.keepsConnection)
        #expect(head.target.path == "/a/b%20c" && head.target.segments == ["a", "b c"])
        let query = try head.target.queryItems()
        #expect(query.map(\.name) == ["d", "g"] && query.map(\.value) == ["e f", ""])
        #expect(head.host?.name == "shop.example" && head.host?.port == 8_080)
        #expect(head.fields.values(of: "X-A").map(\.text) == ["1", "2"])
        #expect(head.framing == .length(0) && !head.expectsContinue)
    }

    @Test(arguments: HostileRequests.all)
    func `what is malformed is refused with its status`(hostile: HostileRequests.Case) {
        let stream = HTTPStream([hostile.bytes])
        #expect(stream.refusal == hostile.refusal)
        #expect(stream.refusal?.status.code == hostile.status)
        #expect(stream.complete.isEmpty)
    }

    @Test(arguments: HostileRequests.all)
    func `a refusal does not depend on how the bytes come`(hostile: HostileRequests.Case) {
        let stream = HTTPStream(hostile.bytes.map { [$0] })
        #expect(stream == HTTPStream([hostile.bytes]))
    }

    @Test func `a refused connection stays refused`() {
        var parser = HTTPRequestParser()
        parser.append(Array("GET / HTTP/1.1\n".utf8))
        #expect(throws: HTTPRequestRefusal.bareLineFeed) { try parser.next() }
        parser.append(Array("GET / HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(throws: HTTPRequestRefusal.bareLineFeed) { try parser.next() }
    }

    static let accepted: [(name: String, text: String)] = [
        ("an empty line before it", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("HTTP/1.0 without a host", "GET / HTTP/1.0\r\n\r\n"),
        ("a later minor version", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"),
        ("an absolute target", "GET HTTP://b:80/c?d HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("an absolute target without a path", "GET http://b?d HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("OPTIONS of the server", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("OPTIONS of an absolute server", "OPTIONS http://b HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("an IPv6 host", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"),
        ("an empty value", "GET / HTTP/1.1\r\nHost: a\r\nB:\r\n\r\n"),
        ("no space after a colon", "GET / HTTP/1.1\r\nHost:a\r\n\r\n"),
        ("a tab in a value", "GET / HTTP/1.1\r\nHost: a\r\nB: c\td\r\n\r\n"),
        ("a value that is not ASCII", "GET / HTTP/1.1\r\nHost: a\r\nB: é\r\n\r\n"),
        ("what browsers leave in a query", "GET /?a[]={b}|c^ HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"),
        ("a length with zeros", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 000\r\n\r\n"),
    ]

    @Test(arguments: accepted)
    func `what is well formed is accepted`(name: String, text: String) {
        let stream = HTTPStream(text)
        #expect(stream.refusal == nil && stream.complete.count == 1, "\(name)")
    }

    @Test func `an absolute target replaces the host`() throws {
        let stream = HTTPStream("GET http://B.example:81/c HTTP/1.1\r\nHost: a\r\n\r\n")
        let head = try #require(stream.complete.first?.head)
        #expect(head.host == HTTPHost("b.example:81") && head.target.path == "/c")
    }

    @Test func `chunks are joined, and their trailer is kept apart from the header`() throws {
        let stream = HTTPStream(
            """
            POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n\
            5\r\nhello\r\n00A;b="c d"\r\n, world!!!\r\n0\r\nX-Sum: 1\r\n\r\n
            """
        )
        let request = try #require(stream.complete.first)
        #expect(String(decoding: request.body, as: UTF8.self) == "hello, world!!!")
        #expect(request.trailer == ["X-Sum": "1"] && request.head.fields["X-Sum"] == nil)
    }

    @Test func `pipelined requests are found in order`() {
        let first = "POST /1 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc"
        let second = "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n"
        let stream = HTTPStream(first + second + second + "GET /3")
        #expect(stream.complete.map(\.head.target.path) == ["/1", "/2", "/2"])
        #expect(stream.complete.first?.body == Array("abc".utf8) && stream.refusal == nil)
    }

    static let connections: [(fields: String, version: String, keeps: Bool)] = [
        ("", "1.1", true), ("Connection: close\r\n", "1.1", false),
        ("Connection: a, CLOSE\r\n", "1.1", false), ("Connection: closed\r\n", "1.1", true),
        ("", "1.0", false), ("Connection: Keep-Alive\r\n", "1.0", true),
        ("Connection: keep-alive, close\r\n", "1.0", false),
    ]

    @Test(arguments: connections)
    func `the connection is kept as the client asks`(
        fields: String,
        version: String,
        keeps: Bool
    ) throws {
        let stream = HTTPStream("GET / HTTP/\(version)\r\nHost: a\r\n\(fields)\r\n")
        #expect(stream.complete.first?.head.keepsConnection == keeps)
    }

    @Test func `status 100 is expected only where a body follows`() throws {
        let fields = "Host: a\r\nExpect: 100-Continue\r\n"
        let with = HTTPStream("POST / HTTP/1.1\r\n\(fields)Content-Length: 1\r\n\r\n")
        let without = HTTPStream("POST / HTTP/1.1\r\n\(fields)\r\n")
        let old = HTTPStream("POST / HTTP/1.0\r\n\(fields)Content-Length: 1\r\n\r\n")
        #expect(with.requests.first?.head.expectsContinue == true)
        #expect(without.requests.first?.head.expectsContinue == false)
        #expect(old.requests.first?.head.expectsContinue == false)
    }

    @Test func `limits are exact`() {
        var limits = HTTPLimits()
        (limits.requestLine, limits.header, limits.fields, limits.body) = (16, 18, 2, 4)
        let head = "GET / HTTP/1.1\r\nHost: a\r\nB: cd\r\n\r\n"
        #expect(HTTPStream(head, limits: limits).complete.count == 1)
        limits.requestLine = 15
        #expect(HTTPStream(head, limits: limits).refusal == .requestLineTooLong)
        (limits.requestLine, limits.header) = (16, 17)
        #expect(HTTPStream(head, limits: limits).refusal == .headerTooLarge)
        (limits.header, limits.fields) = (100, 1)
        #expect(HTTPStream(head, limits: limits).refusal == .tooManyFields)
        limits.fields = 2
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:"
        limits.requestLine = 17
        #expect(HTTPStream("\(post)4\r\n\r\nabcd", limits: limits).complete.count == 1)
        #expect(HTTPStream("\(post)5\r\n\r\nabcde", limits: limits).refusal == .bodyTooLarge)
    }

    /// Streams of valid and damaged requests, whole and in random pieces.
    @Test func `the same bytes in any pieces give the same requests`() {
        let randomness = SeededRandomness(seed: 12)
        for _ in 0..<2_000 {
            let bytes = RandomRequests.stream(from: randomness)
            var pieces: [[UInt8]] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int(randomness.number(below: 9)) + 1
                pieces.append(Array(rest.prefix(count)))
                rest = rest.dropFirst(count)
            }
            #expect(HTTPStream(pieces) == HTTPStream([bytes]))
        }
    }
}
