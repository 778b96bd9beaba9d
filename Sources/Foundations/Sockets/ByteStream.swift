/// A connection on which bytes travel both ways, in order.
///
/// TCP's is ``TCPDialer``'s and ``TCPListener``'s; a simulation has its own.
public protocol ByteStream: Sendable {
    /// Hands all bytes to the connection. Bytes of two calls do not mix.
    ///
    /// It returns once the system has the bytes, not once the peer has them. A call that is
    /// cancelled before the first byte was sent sends nothing; after it, the rest is still sent.
    ///
    /// - Throws: ``StreamFailure``. Where it fails, some of the bytes may have arrived.
    func send(_ bytes: [UInt8]) async throws(StreamFailure)

    /// Waits for bytes, from one task at a time.
    ///
    /// A call that is cancelled takes no bytes from the stream.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Returns: At least one byte; none where the peer sends no more.
    /// - Throws: ``StreamFailure``.
    func receive(upTo limit: Int) async throws(StreamFailure) -> [UInt8]

    /// Tells the peer that no more bytes are sent, after those that are still being sent. Receiving
    /// goes on.
    func finishSending()

    /// Ends the connection both ways. Calls that wait, and later ones, throw
    /// ``StreamFailure/closed``. It returns at once, and may be called again.
    func close()
}

/// Opens connections.
public protocol Dialer: Sendable {
    /// Connects to an address.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - limit: The longest time that it may take.
    /// - Returns: The open connection.
    /// - Throws: ``StreamFailure``.
    func connect(
        to address: SocketAddress,
        within limit: Duration
    ) async throws(StreamFailure) -> any ByteStream
}

/// Accepts connections.
public protocol StreamListener: Sendable {
    /// The address that clients connect to.
    var address: SocketAddress { get }

    /// Waits for the next connection.
    ///
    /// - Throws: ``StreamFailure``.
    func accept() async throws(StreamFailure) -> any ByteStream

    /// Accepts no more connections; those that are open stay so. Calls that wait, and later ones,
    /// throw ``StreamFailure/closed``.
    func close()
}
