import Sockets
import Testing
import World

/// A listener on a free port, and connections to it.
struct Loopback {
    let listener: TCPListener
    static let limit = Duration.seconds(120)

    init(connectionLimit: Int = 1_024) throws {
        listener = try TCPListener(connectionLimit: connectionLimit)
    }

    func connect() async throws -> any ByteStream {
        try await TCPDialer().connect(to: listener.address, within: Self.limit)
    }

    func pair() async throws -> (client: any ByteStream, server: any ByteStream) {
        async let server = listener.accept()
        return (try await connect(), try await server)
    }
}

extension ByteStream {
    /// All bytes until the peer sends no more.
    func receiveAll() async throws -> [UInt8] {
        var received: [UInt8] = []
        while true {
            let bytes = try await receive(upTo: 10_000)
            if bytes.isEmpty { return received }
            received += bytes
        }
    }
}

@Suite("TCP connections", .timeLimit(.minutes(30)))
struct TCPStreamTests {
    @Test func `bytes arrive in order, both ways`() async throws {
        let (client, server) = try await Loopback().pair()
        try await client.send([1, 2, 3])
        try await client.send([])
        try await client.send([4])
        client.finishSending()
        #expect(try await server.receiveAll() == [1, 2, 3, 4])
        try await server.send([5])
        server.close()
        #expect(try await client.receiveAll() == [5])
    }

    @Test func `a client that has sent all still receives`() async throws {
        let (client, server) = try await Loopback().pair()
        client.finishSending()
        #expect(try await server.receive(upTo: 10).isEmpty)
        try await server.send([7])
        #expect(try await client.receive(upTo: 10) == [7])
        let failure = await #expect(throws: StreamFailure.self) { try await client.send([1]) }
        #expect(failure == .closed)
    }

    @Test func `a slow reader delays the sender, and all bytes arrive`() async throws {
        let (client, server) = try await Loopback().pair()
        let bytes = SeededRandomness(seed: 1).bytes(8_000_000)
        let isSent = AwaitableValue(false)
        async let sending: Void = {
            try await client.send(bytes)
            isSent.change { $0 = true }
            client.finishSending()
        }()
        let first = try await server.receive(upTo: 1_000)
        #expect(!isSent.read { $0 }, "the system cannot hold so much")
        #expect(first + (try await server.receiveAll()) == bytes)
        try await sending
    }

    @Test func `bytes of concurrent calls do not mix`() async throws {
        let (client, server) = try await Loopback().pair()
        let size = 300_000
        async let sending: Void = withThrowingTaskGroup { group in
            for value in 0..<20 as Range<UInt8> {
                group.addTask { try await client.send([UInt8](repeating: value, count: size)) }
            }
            try await group.waitForAll()
            client.finishSending()
        }
        let received = try await server.receiveAll()
        try await sending
        let blocks = stride(from: 0, to: received.count, by: size)
            .map { Set(received[$0..<min($0 + size, received.count)]) }
        #expect(blocks.allSatisfy { $0.count == 1 })
        #expect(Set(blocks.compactMap(\.first)).count == 20)
    }

    @Test func `closing ends calls that wait, at this end and at the other`() async throws {
        let (client, server) = try await Loopback().pair()
        async let receiving = Self.failure { _ = try await client.receive(upTo: 10) }
        async let sending = Self.failure {
            try await client.send([UInt8](repeating: 0, count: 50_000_000))
        }
        _ = try await server.receive(upTo: 1)
        client.close()
        client.close()
        #expect(await receiving == .closed)
        #expect(await sending == .closed)
        #expect(await Self.failure { try await client.send([1]) } == .closed)
        #expect(await Self.failure { _ = try await client.receive(upTo: 1) } == .closed)
        // Bytes that the server has not read make the system reset the connection.
        _ = await Self.failure { _ = try await server.receiveAll() }
    }

    @Test func `a connection that the peer resets is reported`() async throws {
        let (client, server) = try await Loopback().pair()
        try await client.send([1, 2])
        _ = try await server.receive(upTo: 1)
        server.close()
        #expect(await Self.failure { _ = try await client.receive(upTo: 10) } == .reset)
        let sending = await Self.failure { for _ in 0..<3 { try await client.send([1]) } }
        #expect(sending == .reset)
    }

    @Test func `a cancelled call takes no bytes and leaves the stream usable`() async throws {
        let (client, server) = try await Loopback().pair()
        let receiving = Task { await Self.failure { _ = try await server.receive(upTo: 10) } }
        await Task.yield()
        receiving.cancel()
        #expect(await receiving.value == .cancelled)
        try await client.send([9])
        #expect(try await server.receive(upTo: 10) == [9])
    }

    @Test func `a send that is cancelled before its first byte sends nothing`() async throws {
        let (client, server) = try await Loopback().pair()
        let large = [UInt8](repeating: 1, count: 20_000_000)
        async let first: Void = client.send(large)
        _ = try await server.receive(upTo: 1)
        let second = Task { await Self.failure { try await client.send([2, 2, 2]) } }
        await Task.yield()
        second.cancel()
        #expect(await second.value == .cancelled)
        async let rest = server.receiveAll()
        try await first
        client.finishSending()
        let received = try await rest
        #expect(received.count == large.count - 1 && !received.contains(2))
    }

    @Test func `a send that is cancelled after its first byte is sent whole`() async throws {
        let (client, server) = try await Loopback().pair()
        let large = [UInt8](repeating: 1, count: 20_000_000)
        let first = Task { await Self.failure { try await client.send(large) } }
        _ = try await server.receive(upTo: 1)
        first.cancel()
        #expect(await first.value == .cancelled)
        async let rest = server.receiveAll()
        try await client.send([2])
        client.finishSending()
        let received = try await rest
        #expect(received.count == large.count && received.last == 2)
    }

    @Test func `many connections are served at the same time`() async throws {
        let loopback = try Loopback()
        let serving = Task {
            try await withThrowingTaskGroup { group in
                for _ in 0..<200 {
                    let server = try await loopback.listener.accept()
                    group.addTask {
                        while case let bytes = try await server.receive(upTo: 100), !bytes.isEmpty {
                            try await server.send(bytes)
                        }
                        server.close()
                    }
                }
                try await group.waitForAll()
            }
        }
        try await withThrowingTaskGroup { group in
            for number in 0..<200 {
                group.addTask {
                    let client = try await loopback.connect()
                    for round in 0..<20 {
                        let message = Array("\(number):\(round)".utf8)
                        try await client.send(message)
                        var answer: [UInt8] = []
                        while answer.count < message.count {
                            answer += try await client.receive(upTo: 100)
                        }
                        #expect(answer == message)
                    }
                    client.close()
                }
            }
            try await group.waitForAll()
        }
        try await serving.value
    }

    /// The failure of a call; nil where it succeeds.
    static func failure(_ body: @Sendable () async throws -> Void) async -> StreamFailure? {
        do {
            try await body()
            return nil
        } catch { return error as? StreamFailure }
    }
}
