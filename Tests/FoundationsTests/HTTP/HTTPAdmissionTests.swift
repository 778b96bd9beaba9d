import Foundation
import HTTPMessages
import HTTPServer
import Sockets
import Synchronization
import TestSupport
import Testing
import World

@Suite("Bodies that the HTTP server takes", .timeLimit(.minutes(30)))
struct HTTPAdmissionTests {
    /// A server whose rule refuses `/refused`, waits at `/gate`, limits `/limited` to 4 bytes, and takes the
    /// bodies of all others, which it echoes.
    struct Admitting {
        let server: HTTPServer
        let gate = AwaitableValue<(waiting: Int, isOpen: Bool)>((waiting: 0, isOpen: false))
        let asked = Counter()
        let refusedBodies = Counter()

        init(_ configuration: HTTPServerConfiguration = HTTPServerConfiguration()) throws {
            let (gate, asked, refusedBodies) = (gate, asked, refusedBodies)
            var configuration = configuration
            configuration.refused = { problem, _ in
                if problem.code == "tooManyBodies" { refusedBodies.add() }
                return problem
            }
            server = try HTTPServer(
                admitting: { request in
                    asked.add()
                    if request.head.target.path == "/refused" {
                        return .answer(.problem(HTTPProblem(.unauthorized)))
                    }
                    if request.head.target.path == "/gate" {
                        gate.change { $0.waiting += 1 }
                        await gate.wait { $0.isOpen }
                    }
                    let limit = request.head.target.path == "/limited" ? 4 : nil
                    return .take(bodyLimit: limit) {
                        .complete(HTTPResponse(.ok, body: Array("echo:".utf8) + $0.body))
                    }
                },
                at: .loopback(),
                configuration,
                world: .system
            )
        }

        func connect() async throws -> any ByteStream {
            try await TCPDialer().connect(to: server.address, within: .seconds(60))
        }

        func exchange(_ text: String) async throws -> String {
            let stream = try await connect()
            defer { stream.close() }
            try await stream.send(Array(text.utf8))
            return try await HTTPTestServer.rest(of: stream)
        }
    }

    final class Counter: Sendable {
        private let value = Atomic(0)
        func add() { value.add(1, ordering: .relaxed) }
        var count: Int { value.load(ordering: .relaxed) }
    }

    static func post(
        _ path: String,
        _ fields: String = "Content-Length: 3\r\n",
        _ body: String = "abc"
    ) -> String {
        "POST \(path) HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(body)"
    }

    static let last = "Connection: close\r\n"

    /// Reads until a text has come.
    static func receive(_ text: String, on stream: any ByteStream) async throws -> String {
        var received = ""
        while !received.contains(text) {
            let bytes = try await stream.receive(upTo: 65_536)
            guard !bytes.isEmpty else { break }
            received += String(decoding: bytes, as: UTF8.self)
        }
        return received
    }

    @Test(arguments: ["Content-Length: 1000000\r\n", "Transfer-Encoding: chunked\r\n"])
    func
        `a refused request is answered before its body comes, without 100, and the connection ends`(
            framing: String
        ) async throws
    {
        let test = try Admitting()
        let answer = try await test.exchange(
            Self.post("/refused", framing + "Expect: 100-continue\r\n", "")
        )
        #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.contains("Connection: close\r\n"))
    }

    @Test func `a refused request whose body has come leaves the connection open`() async throws {
        let test = try Admitting()
        let answer = try await test.exchange(
            Self.post("/refused") + Self.post("/", Self.last + "Content-Length: 3\r\n")
        )
        #expect(answer.hasPrefix("HTTP/1.1 401 ") && answer.hasSuffix("\r\n\r\necho:abc"))
        #expect(test.asked.count == 2)
    }

    @Test func `100 is said once the rule has agreed`() async throws {
        let test = try Admitting()
        let stream = try await test.connect()
        defer { stream.close() }
        let head = Self.post(
            "/gate",
            "Content-Length: 3\r\nExpect: 100-continue\r\n" + Self.last,
            ""
        )
        try await stream.send(Array(head.utf8))
        await test.gate.wait { $0.waiting == 1 }
        let received = LockedValue("")
        let reading = Task {
            let text = try await Self.receive("100 Continue\r\n\r\n", on: stream)
            received.withLock { $0 = text }
        }
        await RealTime.pass(.milliseconds(100))
        #expect(received.withLock { $0 }.isEmpty)
        test.gate.change { $0.isOpen = true }
        try await reading.value
        #expect(received.withLock { $0 } == "HTTP/1.1 100 Continue\r\n\r\n")
        try await stream.send(Array("abc".utf8))
        #expect(try await HTTPTestServer.rest(of: stream).hasSuffix("\r\n\r\necho:abc"))
    }

    @Test func `while the rule decides, a body stays with the system`() async throws {
        var configuration = HTTPServerConfiguration()
        let length = 24 << 20
        configuration.limits.body = length
        let test = try Admitting(configuration)
        let stream = try await test.connect()
        defer { stream.close() }
        let head = Self.post("/gate", "Content-Length: \(length)\r\n" + Self.last, "")
        let isSent = AwaitableValue(false)
        let sending = Task {
            try await stream.send(Array(head.utf8) + [UInt8](repeating: 120, count: length))
            isSent.change { $0 = true }
        }
        await test.gate.wait { $0.waiting == 1 }
        #expect(await isSent.wait(within: .milliseconds(300)) { $0 } == false)
        test.gate.change { $0.isOpen = true }
        try await sending.value
        let answer = try await HTTPTestServer.rest(of: stream)
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.utf8.count > length)
    }

    @Test func `a client that goes while the rule decides leaves nothing`() async throws {
        let test = try Admitting()
        let stream = try await test.connect()
        try await stream.send(Array(Self.post("/gate", "Content-Length: 30\r\n").utf8))
        await test.gate.wait { $0.waiting == 1 }
        stream.finishSending()
        test.gate.change { $0.isOpen = true }
        #expect(try await HTTPTestServer.rest(of: stream) == "")
        #expect(
            try await test.exchange(Self.post("/", Self.last + "Content-Length: 3\r\n")).hasSuffix(
                "echo:abc"
            )
        )
    }

    @Test func `each request is decided about once, also without a body`() async throws {
        let test = try Admitting()
        let requests =
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n" + Self.post("/")
            + Self.post("/", "Content-Length: 0\r\n", "")
        let answer = try await test.exchange(
            requests + Self.post("/", Self.last + "Content-Length: 3\r\n", "xyz")
        )
        #expect(answer.components(separatedBy: "echo:").count == 5 && answer.hasSuffix("echo:xyz"))
        #expect(test.asked.count == 4)
    }

    @Test(arguments: [
        ("Content-Length: 4\r\n", "abcd", "200"), ("Content-Length: 5\r\n", "", "413"),
        ("Transfer-Encoding: chunked\r\n", "4\r\nabcd\r\n0\r\n\r\n", "200"),
        ("Transfer-Encoding: chunked\r\n", "4\r\nabcd\r\n1\r\ne\r\n", "413"),
    ])
    func `the rule limits a body`(fields: String, body: String, status: String) async throws {
        let test = try Admitting()
        let answer = try await test.exchange(Self.post("/limited", fields + Self.last, body))
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    }

    /// Six bytes of ten are announced, or have come.
    @Test(arguments: ["Content-Length: 6\r\n", "Transfer-Encoding: chunked\r\n"])
    func `bodies in flight have one budget, over all loops`(framing: String) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bodiesInFlight = 10
        configuration.loops = 2
        let test = try Admitting(configuration)
        let isChunked = framing.hasPrefix("T")
        let begun = Self.post("/", framing + Self.last, isChunked ? "6\r\nabcdef\r\n" : "abc")
        var first = try await test.connect()
        try await first.send(Array(begun.utf8))
        let wanted = Self.post(
            "/",
            framing + Self.last,
            isChunked ? "6\r\nuvwxyz\r\n0\r\n\r\n" : "uvwxyz"
        )
        var refused = 0
        var answer = try await test.exchange(wanted)
        while !answer.hasPrefix("HTTP/1.1 503 ") {
            if test.refusedBodies.count > refused {
                // Both came at once, and the first was refused.
                first.close()
                first = try await test.connect()
                try await first.send(Array(begun.utf8))
            }
            refused = test.refusedBodies.count
            answer = try await test.exchange(wanted)
        }
        #expect(answer.contains("Retry-After: 1\r\n") && answer.contains("Connection: close\r\n"))
        #expect(answer.contains(#""code":"tooManyBodies""#))
        #expect(test.refusedBodies.count == refused + 1)
        try await first.send(Array((isChunked ? "0\r\n\r\n" : "def").utf8))
        #expect(try await HTTPTestServer.rest(of: first).hasSuffix("echo:abcdef"))
        first.close()
        #expect(try await test.exchange(wanted).hasSuffix("echo:uvwxyz"))
    }

    @Test func `the budget is given back when a request is answered, or its client goes`()
        async throws
    {
        var configuration = HTTPServerConfiguration()
        configuration.bodiesInFlight = 10
        let test = try Admitting(configuration)
        let stream = try await test.connect()
        for _ in 0..<50 {
            try await stream.send(Array(Self.post("/", "Content-Length: 6\r\n", "uvwxyz").utf8))
            #expect(try await Self.receive("echo:uvwxyz", on: stream).hasPrefix("HTTP/1.1 200 "))
        }
        try await stream.send(Array(Self.post("/", "Content-Length: 6\r\n").utf8))
        stream.close()
        let wanted = Self.post("/", "Content-Length: 6\r\n" + Self.last, "uvwxyz")
        while try await !test.exchange(wanted).hasSuffix("echo:uvwxyz") {}
    }

    @Test func `a body beyond the budget is taken where there is no other`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.bodiesInFlight = 2
        let test = try Admitting(configuration)
        let answer = try await test.exchange(Self.post("/", Self.last + "Content-Length: 3\r\n"))
        #expect(answer.hasSuffix("echo:abc"))
    }
}
