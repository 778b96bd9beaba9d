internal import Bytes
internal import World

/// Sends bytes on a stream, in the order in which they are handed over. What is handed over while other
/// bytes are being sent is sent together after them, with one call of the system.
///
/// Bytes may be secret: the queue overwrites its copy once it is sent.
public final class SendQueue: Sendable {
    private struct State: Sendable {
        var bytes = ClearedBuffer()
        var isFinished = false
    }

    private let stream: any ByteStream
    private let limit: Int
    private let state = AwaitableValue(State())

    /// A queue, which sends nothing before ``run()``.
    ///
    /// - Parameters:
    ///   - stream: The stream, which only this queue sends on.
    ///   - limit: How much may wait before ``send(_:)`` waits too. Units: bytes.
    public init(_ stream: any ByteStream, limit: Int = 65_536) {
        self.stream = stream
        self.limit = limit
    }

    /// Hands bytes over and returns at once. After ``finish()`` and after a failure they are dropped.
    public func add(_ bytes: [UInt8]) {
        state.change { state in
            if !state.isFinished { state.bytes.append(bytes) }
        }
    }

    /// Hands bytes over, and returns once no more wait than the limit.
    public func send(_ bytes: [UInt8]) async {
        add(bytes)
        let limit = limit
        await state.wait { $0.bytes.count <= limit }
    }

    /// Sends until ``finish()`` was called and everything before it is sent.
    ///
    /// - Throws: ``StreamFailure``.
    public func run() async throws(StreamFailure) {
        while true {
            await state.wait { !$0.bytes.isEmpty || $0.isFinished }
            let bytes = state.change { state in
                defer { state.bytes = ClearedBuffer() }
                return state.bytes
            }
            guard !bytes.isEmpty else { return }
            do throws(StreamFailure) {
                try await stream.send(bytes.bytes)
            } catch {
                state.change { state in
                    state.isFinished = true
                    state.bytes = ClearedBuffer()
                }
                throw error
            }
        }
    }

    /// Takes no more bytes.
    public func finish() { state.change { $0.isFinished = true } }
}
