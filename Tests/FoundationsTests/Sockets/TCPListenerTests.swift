import Sockets
import Testing
import World

@Suite("TCP listeners and dialers", .timeLimit(.minutes(30)))
struct TCPListenerTests {
    @Test func `the chosen port is told, and only this machine is served`() throws {
        let listener = try TCPListener()
        #expect(listener.address.host == "127.0.0.1" && listener.address.port > 0)
    }

    @Test func `no more connections than the limit are accepted at the same time`() async throws {
        let loopback = try Loopback(connectionLimit: 2)
        let clients = [
            try await loopback.connect(), try await loopback.connect(),
            try await loopback.connect(),
        ]
        let first = try await loopback.listener.accept()
        let second = try await loopback.listener.accept()
        let third = AwaitableValue<Bool>(false)
        let accepting = Task {
            let server = try await loopback.listener.accept()
            third.change { $0 = true }
            return server
        }
        #expect(await third.wait(within: .milliseconds(200)) { $0 } == false)
        first.close()
        try await accepting.value.send([3])
        #expect(try await clients[2].receive(upTo: 1) == [3])
        second.close()
    }

    @Test func `closing ends a call that waits, and no later client is accepted`() async throws {
        let loopback = try Loopback()
        let accepting = Task {
            await TCPStreamTests.failure { _ = try await loopback.listener.accept() }
        }
        await Task.yield()
        loopback.listener.close()
        #expect(await accepting.value == .closed)
        #expect(await TCPStreamTests.failure { _ = try await loopback.connect() } == .refused)
    }

    @Test func `a call that waits can be cancelled`() async throws {
        let loopback = try Loopback()
        let accepting = Task {
            await TCPStreamTests.failure { _ = try await loopback.listener.accept() }
        }
        await Task.yield()
        accepting.cancel()
        #expect(await accepting.value == .cancelled)
    }

    @Test func `a second listener at the same port is refused`() throws {
        let listener = try TCPListener()
        let failure = #expect(throws: StreamFailure.self) { try TCPListener(at: listener.address) }
        #expect(failure == .addressInUse)
    }

    @Test func `an address of another machine is refused`() {
        let elsewhere = SocketAddress(host: "192.0.2.1", port: 0)
        let failure = #expect(throws: StreamFailure.self) { try TCPListener(at: elsewhere) }
        #expect(failure == .addressNotAvailable)
    }

    /// The listener's queue is full, so the system does not answer the client.
    @Test func `connecting ends at its time limit`() async throws {
        let loopback = try Loopback(connectionLimit: 1)
        var clients: [any ByteStream] = []
        var failure: StreamFailure?
        while failure == nil, clients.count < 10 {
            do throws(StreamFailure) {
                clients.append(
                    try await TCPDialer()
                        .connect(to: loopback.listener.address, within: .milliseconds(300))
                )
            } catch { failure = error }
        }
        #expect(failure == .timedOut)
        for client in clients { client.close() }
    }

    @Test func `connecting can be cancelled before it begins`() async throws {
        let loopback = try Loopback()
        let isCancelled = AwaitableValue(false)
        let connecting = Task {
            await isCancelled.wait { $0 }
            return await TCPStreamTests.failure { _ = try await loopback.connect() }
        }
        connecting.cancel()
        isCancelled.change { $0 = true }
        #expect(await connecting.value == .cancelled)
    }

    @Test func `the name of this machine is looked up`() async throws {
        let listener = try TCPListener()
        async let server = listener.accept()
        let address = SocketAddress(host: "localhost", port: listener.address.port)
        let client = try await TCPDialer().connect(to: address, within: Loopback.limit)
        try await server.send([1])
        #expect(try await client.receive(upTo: 1) == [1])
    }

    @Test func `a name without an address is reported`() async {
        let address = SocketAddress(host: "no-such-host.invalid", port: 1)
        let failure = await TCPStreamTests.failure {
            _ = try await TCPDialer().connect(to: address, within: Loopback.limit)
        }
        #expect(failure == .nameUnknown)
    }

    @Test(arguments: [
        ("127.0.0.1:80", "127.0.0.1", 80), ("[::1]:65535", "::1", 65_535),
        ("network.example:0", "network.example", 0),
    ])
    func `an address is read and written alike`(text: String, host: String, port: UInt16) throws {
        let address = try #require(SocketAddress(text))
        #expect(address.host == host && address.port == port && "\(address)" == text)
    }

    @Test(arguments: [
        "", "80", ":80", "host", "host:", "host:65536", "host:-1", "host:+1", "host:8 0", "::1:80",
        "[::1]", "[host]:80", "[::1:80", "a b:80", "host:٣", "host:000080",
    ])
    func `text that is no address is refused`(text: String) {
        #expect(SocketAddress(text) == nil)
    }
}
