import HTTPServer
import Sockets
import TestSupport
import Testing
import World

@Suite("The HTTP server at its limit of connections", .timeLimit(.minutes(30)))
struct HTTPConnectionLimitTests {
    private static let get = Array(HTTPServerTests.get.utf8)

    /// No connection is closed for its age.
    private static func configuration(_ connections: Int) -> HTTPServerConfiguration {
        var configuration = HTTPServerConfiguration()
        configuration.connections = connections
        configuration.deadlines.idle = .seconds(3_600)
        configuration.deadlines.header = .seconds(3_600)
        return configuration
    }

    private static func server(_ connections: Int) throws -> HTTPTestServer {
        try HTTPTestServer(configuration(connections))
    }

    private static func isAnswered(_ stream: any ByteStream) async throws -> Bool {
        try await stream.send(get)
        return try await HTTPAdmissionTests.receive("hello\n", on: stream).hasSuffix("hello\n")
    }

    /// Opens connections, and returns once the server has them.
    private static func connect(_ count: Int, to test: HTTPTestServer) async throws
        -> [any ByteStream]
    {
        var streams: [any ByteStream] = []
        for _ in 0..<count { streams.append(try await test.connect()) }
        while test.server.connectionCount < count { await RealTime.pass(.milliseconds(5)) }
        return streams
    }

    @Test func `the one that no request was served on for the longest time is closed for another`()
        async throws
    {
        let test = try Self.server(3)
        let kept = try await Self.connect(3, to: test)
        #expect(try await Self.isAnswered(kept[0]))
        let new = try await test.connect()
        #expect(try await Self.isAnswered(new))
        #expect(try await HTTPTestServer.rest(of: kept[1]) == "")
        for stream in [kept[0], kept[2], new] { #expect(try await Self.isAnswered(stream)) }
        #expect(test.server.connectionCount == 3)
    }

    @Test func `one that has had its last answer is closed before one that may have a request`()
        async throws
    {
        let test = try Self.server(2)
        let kept = try await Self.connect(1, to: test)[0]
        let answered = try await test.connect()
        try await answered.send(Array("GARBAGE\r\n\r\n".utf8))
        #expect(try await HTTPTestServer.rest(of: answered).hasPrefix("HTTP/1.1 400 "))
        let new = try await test.connect()
        #expect(try await Self.isAnswered(new))
        #expect(try await Self.isAnswered(kept))
    }

    @Test func `one that a request is served on is kept`() async throws {
        let test = try Self.server(2)
        let streams = try await Self.connect(2, to: test)
        try await streams[0].send(Array("GET /gate/a HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        await test.gate.wait { $0.waiting == 1 }
        for _ in 0..<5 {
            #expect(try await test.exchange(HTTPServerTests.last).hasSuffix("hello\n"))
        }
        #expect(try await HTTPTestServer.rest(of: streams[1]) == "")
        test.gate.change { $0.isOpen = true }
        #expect(
            try await HTTPAdmissionTests.receive("\r\n\r\na", on: streams[0]).hasPrefix(
                "HTTP/1.1 200 "
            )
        )
        #expect(try await Self.isAnswered(streams[0]))
    }

    /// Many clients that begin a request, or take no answer, keep no other one away.
    @Test(arguments: [
        "GET /hel", "GARBAGE\r\n\r\n",
        "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999\r\n\r\n",
    ])
    func `one whose request has not come, or whose answer is sent, is closed for another`(
        sent: String
    ) async throws {
        let test = try Self.server(4)
        var streams: [any ByteStream] = []
        for _ in 0..<40 {
            let stream = try await test.connect()
            try? await stream.send(Array(sent.utf8))
            streams.append(stream)
        }
        #expect(try await test.exchange(HTTPServerTests.last).hasSuffix("hello\n"))
        while test.server.connectionCount > 4 { await RealTime.pass(.milliseconds(5)) }
        for stream in streams { stream.close() }
    }

    @Test func `one without a handshake is closed for another`() async throws {
        let certificates = try await HTTPTestCertificates()
        var configuration = Self.configuration(1)
        configuration.tls = try certificates.identity()
        let test = try HTTPTestServer(configuration)
        let silent = try await Self.connect(1, to: test)
        let answer = try await test.curl(
            "--cacert",
            certificates.path("root.pem"),
            "https://\(test.server.address)/hello"
        )
        #expect(answer.text == "hello\n", "\(answer.complaint)")
        #expect(try await HTTPTestServer.rest(of: silent[0]) == "")
    }
}
