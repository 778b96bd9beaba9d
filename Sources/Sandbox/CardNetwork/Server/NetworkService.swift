package import ISO8583

/// The service that answers the messages of a server.
package protocol NetworkService: Sendable {
    /// Answers a message, once everything that the answer says is kept.
    ///
    /// - Returns: Nil where the message gets no answer.
    func reply(to message: ISO8583Message) async -> NetworkReply?

    /// Does what is due now: advices to issuers, and the ends of holds.
    func runDueWork() async
}
