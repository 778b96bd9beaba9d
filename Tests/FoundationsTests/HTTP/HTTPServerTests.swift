import Foundation
import HTTPMessages
import HTTPServer
import Sockets
import TestSupport
import Testing
import World

@Suite("The HTTP server", .timeLimit(.minutes(30)))
struct HTTPServerTests {
    static let get = "GET /hello HTTP/1.1\r\nHost: a\r\n\r\n"
    static let last = "GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

    @Test(arguments: HostileRequests.all)
    func `what is malformed is answered with its status, and the connection ends`(
        hostile: HostileRequests.Case
    ) async throws {
        let test = try HTTPTestServer()
        let answer = try await test.exchange(hostile.bytes)
        #expect(answer.hasPrefix("HTTP/1.1 \(hostile.status) "))
        #expect(answer.contains("\r\nConnection: close\r\n"))
        #expect(answer.contains("\"detail\":\"\(hostile.refusal)\""))
    }

    @Test func `a long body that is refused is drained, so that the answer arrives`() async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        let head = "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n"
        try await stream.send(Array(head.utf8) + [UInt8](repeating: 0, count: 3_000_000))
        #expect(try await HTTPTestServer.rest(of: stream).hasPrefix("HTTP/1.1 413 "))
    }

    @Test func `pipelined requests are answered in order`() async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        let requests = ["/gate/1", "/bytes/3", "/gate/2"]
            .map { "GET \($0) HTTP/1.1\r\nHost: a\r\n\r\n" }
        try await stream.send(Array((requests.joined() + Self.last).utf8))
        await test.gate.wait { $0.waiting == 1 }
        test.gate.change { $0.isOpen = true }
        let answer = try await HTTPTestServer.rest(of: stream)
        let bodies = answer.components(separatedBy: "\r\n\r\n").dropFirst()
            .map { $0.components(separatedBy: "HTTP/1.1 200").first ?? "" }
        #expect(bodies == ["1", "xxx", "2", "hello\n"])
    }

    @Test func `a client that only sends its half gets its answer`() async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        try await stream.send(Array("GET /gate/a HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        await test.gate.wait { $0.waiting == 1 }
        stream.finishSending()
        test.gate.change { $0.isOpen = true }
        #expect(try await HTTPTestServer.rest(of: stream).hasSuffix("\r\n\r\na"))
    }

    /// Nothing is sent to it, so that no write fails.
    @Test(arguments: [false, true])
    func `a stream of events ends with its client`(closes: Bool) async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        try await stream.send(Array("GET /silent HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        await test.gate.wait { $0.waiting == 1 }
        #expect(test.endedStreams.read(\.self) == 0)
        if closes { stream.close() } else { stream.finishSending() }
        #expect(await test.endedStreams.wait(within: .seconds(60)) { $0 == 1 })
        await test.server.stop()
    }

    @Test func `HTTP/1.0 keeps the connection only where it asks`() async throws {
        let test = try HTTPTestServer()
        let once = try await test.exchange("GET /hello HTTP/1.0\r\n\r\n")
        #expect(once.contains("Connection: close\r\n"))
        let kept = "GET /hello HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"
        let twice = try await test.exchange(kept + "GET /hello HTTP/1.0\r\n\r\n")
        #expect(twice.components(separatedBy: "hello\n").count == 3)
        #expect(twice.contains("Connection: keep-alive\r\n"))
        let stream = try await test.exchange("GET /broken HTTP/1.0\r\n\r\n")
        #expect(stream.hasSuffix("Connection: close\r\n\r\nhalf"))
    }

    /// Each byte comes well before a deadline that would start again with it.
    @Test(arguments: [
        "GET / HTTP/1.1\r\nA: ", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 999\r\n\r\n",
    ])
    func `a client that sends a byte now and then is answered with 408`(
        start: String
    ) async throws {
        var configuration = HTTPServerConfiguration()
        configuration.deadlines.header = .milliseconds(400)
        configuration.deadlines.body = .milliseconds(400)
        let test = try HTTPTestServer(configuration)
        let stream = try await test.connect()
        try await stream.send(Array(start.utf8))
        let drip = Task {
            while !Task.isCancelled {
                try await stream.send([120])
                await RealTime.pass(.milliseconds(30))
            }
        }
        let answer = try await HTTPTestServer.rest(of: stream)
        drip.cancel()
        #expect(answer.hasPrefix("HTTP/1.1 408 "))
    }

    @Test func `a connection without a request is closed after the idle limit`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.deadlines.idle = .seconds(15)
        let test = try HTTPTestServer(configuration)
        async let unused = test.exchange("")
        async let kept = test.exchange(Self.get)
        #expect(try await unused == "")
        #expect(try await kept.hasSuffix("hello\n"))
    }

    @Test func `a client that never reads is disconnected`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.deadlines.write = .milliseconds(300)
        let test = try HTTPTestServer(configuration)
        let stream = try await test.connect()
        try await stream.send(Array("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        #expect(await test.endedStreams.wait(within: .seconds(60)) { $0 == 1 })
        #expect(test.server.connectionCount == 0)
        stream.close()
    }

    @Test func `a stream ends when its client is gone`() async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        try await stream.send(Array("GET /endless HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        _ = try await stream.receive(upTo: 100)
        stream.close()
        #expect(await test.endedStreams.wait(within: .seconds(60)) { $0 == 1 })
    }

    @Test func `a client that sends ahead and never reads does not fill the memory`() async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        let request = Array("GET /bytes/100000 HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
        let sending = Task {
            for _ in 0..<2_000 { try await stream.send(request) }
        }
        // The system's buffers hold some megabytes, which are fewer than a hundred answers.
        let filled = await test.answered.wait(within: .seconds(1)) { $0 >= 400 }
        #expect(!filled)
        stream.close()
        try? await sending.value
    }

    @Test func `a stop answers what is in flight and accepts no more`() async throws {
        let test = try HTTPTestServer()
        var streams: [any ByteStream] = []
        for number in 0..<100 {
            let stream = try await test.connect()
            try await stream.send(Array("GET /gate/\(number) HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
            streams.append(stream)
        }
        let idle = try await test.connect()
        await test.gate.wait { $0.waiting == 100 }
        let stopping = Task { await test.server.stop() }
        #expect(try await HTTPTestServer.rest(of: idle) == "")
        await #expect(throws: StreamFailure.refused) { try await test.connect() }
        test.gate.change { $0.isOpen = true }
        for (number, stream) in streams.enumerated() {
            let answer = try await HTTPTestServer.rest(of: stream)
            #expect(answer.hasSuffix("\r\n\r\n\(number)") && answer.contains("Connection: close"))
            stream.close()
        }
        idle.close()
        #expect(await stopping.value)
    }

    @Test func `a stop ends what is not answered in time`() async throws {
        let test = try HTTPTestServer()
        let stream = try await test.connect()
        try await stream.send(Array("GET /gate/a HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        await test.gate.wait { $0.waiting == 1 }
        #expect(await test.server.stop(within: .milliseconds(50)) == false)
        await #expect(throws: StreamFailure.reset) {
            while try await !stream.receive(upTo: 10).isEmpty {}
            throw StreamFailure.reset
        }
    }

    @Test func `a client above the limit waits until another is gone`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.connections = 1
        let test = try HTTPTestServer(configuration)
        let first = try await test.connect()
        try await first.send(Array("GET /gate/a HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
        await test.gate.wait { $0.waiting == 1 }
        let second = try await test.connect()
        try await second.send(
            Array("GET /gate/b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
        )
        #expect(await test.gate.wait(within: .milliseconds(300)) { $0.waiting == 2 } == false)
        first.close()
        test.gate.change { $0.isOpen = true }
        #expect(try await HTTPTestServer.rest(of: second).hasSuffix("b"))
    }

    @Test func `loops share a port, which no other server then gets`() async throws {
        var configuration = HTTPServerConfiguration()
        configuration.loops = 3
        let test = try HTTPTestServer(configuration)
        for _ in 0..<20 {
            #expect(try await test.exchange(Self.last).hasSuffix("hello\n"))
        }
        for loops in [1, 2] {
            configuration.loops = loops
            let failure = #expect(throws: ServerStartFailure.self) {
                try HTTPServer(at: test.server.address, configuration, world: .system) { _ in
                    .status(.ok)
                }
            }
            #expect(failure?.cause == .addressInUse)
        }
    }

    @Test func `only this machine is served, and a name is not an address`() throws {
        let test = try HTTPTestServer()
        #expect(test.server.address.host == "127.0.0.1" && test.server.address.port > 0)
        let failure = #expect(throws: ServerStartFailure.self) {
            try HTTPServer(at: SocketAddress(host: "localhost", port: 0), world: .system) { _ in
                .status(.ok)
            }
        }
        #expect(failure?.cause == .notAnAddress)
    }

    static let descriptors =
        Int(
            Shell.output(of: "ulimit -Hn", in: Repository.root).dropLast()
        ) ?? 0

    /// In a process of its own: Foundation's `Process.run()` reads the list of descriptors beyond its end where
    /// there are more than about 1,300, and other tests start programs at the same time.
    @Test(.enabled(if: descriptors >= 11_000, "the system's limit is below 11000 open files"))
    func `10,000 idle connections are kept beside one that asks`() throws {
        let process = Process.test("HTTPManyConnectionsTests", [Self.childVariable: "1"])
        try process.start()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    static let childVariable = "QUINCE_TEST_MANY_CONNECTIONS"
}

/// Runs only as the child of the test above.
@Suite("The HTTP server in a process of its own")
struct HTTPManyConnectionsTests {
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment[HTTPServerTests.childVariable] != nil,
            "only as the child of another test"
        )
    )
    func `keeps 10,000 idle connections beside one that asks`() async throws {
        let test = try HTTPTestServer()
        let program = """
            import resource, socket, sys
            hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            connect = lambda: socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=60)
            idle = [connect() for _ in range(10_000)]
            for stream in (connect(), idle[-1], idle[0]):
                stream.sendall(b"GET /hello HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n")
                print(stream.recv(1000).endswith(b"hello\\n"))
            """
        let answer = try await Program(at: URL(filePath: "/usr/bin/python3"))
            .runAside(["-c", program, String(test.server.address.port)])
        #expect(answer.text == "True\nTrue\nTrue\n", "\(answer.complaint)")
    }
}
