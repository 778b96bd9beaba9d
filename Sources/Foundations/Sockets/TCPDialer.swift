/// Opens TCP connections.
public struct TCPDialer: Dialer {
    /// A dialer.
    public init() {}

    /// Connects to an address; a name's addresses are tried in the order that the system gives.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - limit: The longest time for all of them.
    /// - Returns: The open connection.
    /// - Throws: ``StreamFailure``, that of the last address.
    public func connect(
        to address: SocketAddress,
        within limit: Duration
    ) async throws(StreamFailure) -> any ByteStream {
        let poller = try Poller.shared.get()
        let candidates = try await NameLookup.addresses(of: address)
        var failure = StreamFailure.nameUnknown
        for candidate in candidates {
            do throws(StreamFailure) {
                return try await connect(to: candidate, within: limit / candidates.count, poller)
            } catch .cancelled {
                throw .cancelled
            } catch { failure = error }
        }
        throw failure
    }

    private func connect(
        to candidate: SystemAddress,
        within limit: Duration,
        _ poller: Poller
    ) async throws(StreamFailure) -> any ByteStream {
        let descriptor = try SocketCalls.open(family: candidate.family)
        let stream = TCPStream(descriptor, poller: poller)
        do throws(StreamFailure) {
            switch SocketCalls.connect(descriptor, to: candidate) {
            case .done: try stream.register()
            case .wouldWait: try await stream.waitUntilConnected(within: limit)
            case .failed(let failure): throw failure
            }
            return stream
        } catch {
            stream.close()
            throw error
        }
    }
}
