/// The phase of a connection.
enum ConnectionPhase: Equatable {
    case handshake
    case idle
    case head
    /// It is decided whether the body of a request is taken.
    case deciding
    case body
    /// A handler runs.
    case handling
    /// A handler's closure writes a body.
    case streaming
    /// The client has to take what was written before its next request is read.
    case draining
    /// The last response is being sent.
    case finishing
    /// All is sent; the client's remaining bytes are read and dropped, because closing before
    /// would make the system reset the connection and the response could be lost.
    case lingering
    case closed

    /// Whether the bytes that come are those of a request.
    var isReading: Bool { self == .idle || self == .head || self == .body }
}
