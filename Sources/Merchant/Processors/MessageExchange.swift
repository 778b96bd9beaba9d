internal import ISO8583

/// Sends requests to a card network and waits for their answers: ``AcquirerDriver``, and the
/// simulation in the tests.
protocol MessageExchange: Sendable {
    /// Connects, and again after each end of the connection.
    func start() async

    /// Takes no more requests, and returns once the connection is closed.
    func stop() async

    /// Sends a request and waits for its answer.
    func submit(_ message: ISO8583Message) async -> AcquirerConnection.Outcome
}
