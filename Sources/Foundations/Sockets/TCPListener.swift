internal import Glibc
internal import World

/// Accepts TCP connections at one address, and no more at a time than its limit.
///
/// As many further clients wait in the system's queue until a connection is closed.
public final class TCPListener: StreamListener {
    private struct State {
        /// Nil once it is closed.
        var descriptor: Int32?
        var pollNumber: UInt64?
        var connections = 0
    }

    private final class Events: Poller.Waiter {
        let changed = ReadinessEvent()
        func becameReady(canRead: Bool, canWrite: Bool) { changed.signal() }
    }

    /// The address with the port that was chosen.
    public let address: SocketAddress
    /// The maximum number of connections that are open at the same time.
    public let connectionLimit: Int
    private let state: LockedValue<State>
    private let events = Events()
    private let poller: Poller

    /// Listens.
    ///
    /// - Parameters:
    ///   - address: An IPv4 or IPv6 address of this machine; the loopback address unless another is
    ///     named, so that no other machine connects. Port 0 chooses a free port.
    ///   - connectionLimit: The maximum number of connections that are open at the same time.
    /// - Throws: ``StreamFailure``; ``StreamFailure/nameUnknown`` where the host is a name.
    public init(
        at address: SocketAddress = .loopback(),
        connectionLimit: Int = 1_024
    ) throws(StreamFailure) {
        poller = try Poller.shared.get()
        self.connectionLimit = max(1, connectionLimit)
        let found = try SystemAddress.all(of: address, isNumeric: true)
        guard let candidate = found.first else { throw .nameUnknown }
        let descriptor = try SocketCalls.open(family: candidate.family)
        var bound: SocketAddress?
        var pollNumber: UInt64?
        do throws(StreamFailure) {
            try SocketCalls.listen(descriptor, at: candidate, queue: self.connectionLimit)
            bound = SystemAddress.bound(to: descriptor)
            pollNumber = try poller.add(descriptor, for: events)
        } catch {
            SocketCalls.close(descriptor)
            throw error
        }
        self.address = bound ?? address
        state = LockedValue(State(descriptor: descriptor, pollNumber: pollNumber))
    }

    deinit { close() }

    /// Waits for the next connection, and until fewer than the limit are open.
    ///
    /// - Throws: ``StreamFailure``.
    public func accept() async throws(StreamFailure) -> any ByteStream {
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let seen = events.changed.count
            let outcome = state.withLock { state -> SocketCalls.Outcome<Int32>? in
                guard let descriptor = state.descriptor else { return nil }
                guard state.connections < connectionLimit else { return .wouldWait }
                let outcome = SocketCalls.accept(descriptor)
                if case .done = outcome { state.connections += 1 }
                return outcome
            }
            switch outcome {
            case .done(let descriptor): return try connection(descriptor)
            case .wouldWait: await events.changed.wait(after: seen)
            case .failed(let failure) where Self.exhausted.contains(failure):
                // The system reports the waiting client only once, so this asks again later.
                await RealTime.pass(.milliseconds(50))
            case .failed(let failure): throw failure
            case nil: throw .closed
            }
        }
    }

    /// Accepts no more connections. Those that are open stay so.
    public func close() {
        state.withLock { state in
            guard let descriptor = state.descriptor else { return }
            state.descriptor = nil
            if let number = state.pollNumber { poller.remove(number) }
            SocketCalls.close(descriptor)
        }
        events.changed.signal()
    }

    private func connection(_ descriptor: Int32) throws(StreamFailure) -> any ByteStream {
        let (state, changed) = (state, events.changed)
        let stream = TCPStream(descriptor, poller: poller) {
            state.withLock { $0.connections -= 1 }
            changed.signal()
        }
        do throws(StreamFailure) {
            try stream.register()
        } catch {
            stream.close()
            throw error
        }
        return stream
    }

    /// The system has no more descriptors or memory at the moment.
    private static let exhausted: Set<StreamFailure> = [
        .system(errorNumber: EMFILE), .system(errorNumber: ENFILE),
        .system(errorNumber: ENOBUFS), .system(errorNumber: ENOMEM),
    ]
}
