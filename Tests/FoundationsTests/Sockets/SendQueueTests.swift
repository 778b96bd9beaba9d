import Sockets
import Testing
import World

/// A stream whose sends end when the test lets them.
private final class HeldStream: ByteStream {
    struct State: Sendable {
        var sent: [[UInt8]] = []
        var permitted = 0
        var failure: StreamFailure?
    }

    let state = AwaitableValue(State())

    func send(_ bytes: [UInt8]) async throws(StreamFailure) {
        let number = state.change { state in
            state.sent.append(bytes)
            return state.sent.count
        }
        await state.wait { $0.permitted >= number || $0.failure != nil }
        if let failure = state.read({ $0.failure }) { throw failure }
    }

    func receive(upTo limit: Int) async throws(StreamFailure) -> [UInt8] { throw .closed }
    func finishSending() {}
    func close() {}
}

@Suite("A queue of bytes to send", .timeLimit(.minutes(30)))
struct SendQueueTests {
    private let stream = HeldStream()

    private func waitUntilSent(_ count: Int) async {
        await stream.state.wait { $0.sent.count >= count }
    }

    @Test func `sends together what came while it was sending, in order`() async throws {
        let queue = SendQueue(stream)
        let running = Task { try await queue.run() }
        queue.add([1])
        await waitUntilSent(1)
        for byte in 2...5 as ClosedRange<UInt8> { queue.add([byte]) }
        queue.finish()
        queue.add([6])
        stream.state.change { $0.permitted = 2 }
        try await running.value
        #expect(stream.state.read { $0.sent } == [[1], [2, 3, 4, 5]])
    }

    @Test func `ends without a send where nothing was handed over`() async throws {
        let queue = SendQueue(stream)
        queue.finish()
        try await queue.run()
        #expect(stream.state.read { $0.sent.isEmpty })
    }

    @Test func `lets callers wait while more waits than its limit`() async throws {
        let queue = SendQueue(stream, limit: 3)
        let running = Task { try await queue.run() }
        queue.add([0])
        await waitUntilSent(1)
        await queue.send([1, 2, 3])
        let hasReturned = AwaitableValue(false)
        let fourth = Task {
            await queue.send([4])
            hasReturned.change { $0 = true }
        }
        let early = await hasReturned.wait(within: .milliseconds(100)) { $0 }
        #expect(!early, "four bytes wait")
        stream.state.change { $0.permitted = 1 }
        await fourth.value
        queue.finish()
        stream.state.change { $0.permitted = 9 }
        try await running.value
        #expect(stream.state.read { $0.sent.flatMap { $0 } } == [0, 1, 2, 3, 4])
    }

    @Test func `takes nothing more after a failure, and lets no caller wait`() async throws {
        let queue = SendQueue(stream, limit: 1)
        let running = Task { try await queue.run() }
        queue.add([1])
        await waitUntilSent(1)
        let waiting = Task { await queue.send([2, 3, 4]) }
        stream.state.change { $0.failure = .closed }
        let failure = await #expect(throws: StreamFailure.self) { try await running.value }
        #expect(failure == .closed)
        await waiting.value
        await queue.send([5, 6])
        #expect(stream.state.read { $0.sent } == [[1]])
    }
}
