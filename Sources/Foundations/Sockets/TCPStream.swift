internal import World

/// A TCP connection.
final class TCPStream: ByteStream, Poller.Waiter {
    private struct State {
        /// Nil once it is closed.
        var descriptor: Int32?
        var pollNumber: UInt64?
        var outgoing = OutgoingBytes()
        var finishes = false
        var lastTicket: UInt64 = 0
        var connecting: OutgoingBytes.Continuation?
        var onClose: (@Sendable () -> Void)?
    }

    private let state: LockedValue<State>
    private let readable = ReadinessEvent()
    private let poller: Poller

    /// Takes over a socket.
    ///
    /// - Parameters:
    ///   - descriptor: The socket, which the stream closes.
    ///   - poller: Reports its changes.
    ///   - onClose: Called once, when it is closed.
    init(
        _ descriptor: Int32,
        poller: Poller,
        onClose: (@Sendable () -> Void)? = nil
    ) {
        self.poller = poller
        state = LockedValue(State(descriptor: descriptor, onClose: onClose))
        SocketCalls.sendWithoutDelay(descriptor)
    }

    deinit { close() }

    /// Starts to be told of changes; at once for a connected socket.
    func register() throws(StreamFailure) {
        try state.withLock { state throws(StreamFailure) in
            guard let descriptor = state.descriptor else { throw .closed }
            state.pollNumber = try poller.add(descriptor, for: self)
        }
    }

    /// Waits until the connection is open.
    ///
    /// - Throws: ``StreamFailure``.
    func waitUntilConnected(within limit: Duration) async throws(StreamFailure) {
        let alarm = Task { [weak self] in
            await RealTime.pass(limit)
            if !Task.isCancelled { self?.endConnecting(.timedOut) }
        }
        defer { alarm.cancel() }
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { $0.connecting = continuation }
                do throws(StreamFailure) {
                    guard !Task.isCancelled else { throw .cancelled }
                    try register()
                } catch { endConnecting(error) }
            }
        } onCancel: {
            endConnecting(.cancelled)
        }
        if let failure { throw failure }
    }

    private func endConnecting(_ failure: StreamFailure?) {
        let continuation = state.withLock { state in
            defer { state.connecting = nil }
            return state.connecting
        }
        continuation?.resume(returning: failure)
    }

    func send(_ bytes: [UInt8]) async throws(StreamFailure) {
        let ticket = state.withLock { state in
            state.lastTicket += 1
            return state.lastTicket
        }
        let failure = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let ended = state.withLock { state -> [OutgoingBytes.Ended] in
                    guard let descriptor = state.descriptor, !state.finishes else {
                        return [(continuation, .closed)]
                    }
                    guard !Task.isCancelled else { return [(continuation, .cancelled)] }
                    let isFirst = state.outgoing.isEmpty
                    state.outgoing.append(bytes, ticket: ticket, continuation)
                    guard isFirst else { return [] }
                    return state.outgoing.flush { SocketCalls.send($0, to: descriptor) }
                }
                Self.resume(ended)
            }
        } onCancel: {
            let continuation = state.withLock { $0.outgoing.cancel(ticket) }
            continuation?.resume(returning: .cancelled)
        }
        if let failure { throw failure }
    }

    func receive(upTo limit: Int) async throws(StreamFailure) -> [UInt8] {
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let seen = readable.count
            let outcome = state.withLock { state in
                state.descriptor.map { SocketCalls.receive(upTo: limit, from: $0) }
            }
            switch outcome {
            case .done(let bytes): return bytes
            case .failed(let failure): throw failure
            case .wouldWait: await readable.wait(after: seen)
            case nil: throw .closed
            }
        }
    }

    func finishSending() {
        state.withLock { state in
            guard let descriptor = state.descriptor, !state.finishes else { return }
            state.finishes = true
            if state.outgoing.isEmpty { SocketCalls.finishSending(descriptor) }
        }
    }

    func close() {
        guard let closed = state.withLock({ takeAll(from: &$0) }) else { return }
        Self.resume(closed.calls)
        readable.signal()
        closed.onClose?()
    }

    private func takeAll(
        from state: inout State
    ) -> (calls: [OutgoingBytes.Ended], onClose: (@Sendable () -> Void)?)? {
        guard let descriptor = state.descriptor else { return nil }
        if let number = state.pollNumber { poller.remove(number) }
        SocketCalls.close(descriptor)
        defer { (state.descriptor, state.connecting, state.onClose) = (nil, nil, nil) }
        let connecting: [OutgoingBytes.Ended] = state.connecting.map { [($0, .closed)] } ?? []
        return (connecting + state.outgoing.end(with: .closed), state.onClose)
    }

    func becameReady(canRead: Bool, canWrite: Bool) {
        if canRead { readable.signal() }
        guard canWrite else { return }
        let ended = state.withLock { state -> [OutgoingBytes.Ended] in
            guard let descriptor = state.descriptor else { return [] }
            if let continuation = state.connecting {
                state.connecting = nil
                return [(continuation, SocketCalls.connectionFailure(descriptor))]
            }
            let ended = state.outgoing.flush { SocketCalls.send($0, to: descriptor) }
            if state.finishes, state.outgoing.isEmpty { SocketCalls.finishSending(descriptor) }
            return ended
        }
        Self.resume(ended)
    }

    private static func resume(_ ended: [OutgoingBytes.Ended]) {
        for (continuation, failure) in ended { continuation?.resume(returning: failure) }
    }
}
