package import CardNetwork
package import ISO8583

/// A network whose payments are only in memory.
package struct EphemeralNetwork: NetworkService {
    private let network: CardNetwork

    /// The network in the process, for clients of a server.
    package init(_ network: CardNetwork) { self.network = network }

    /// See ``NetworkService/reply(to:)``.
    package func reply(to message: ISO8583Message) async -> NetworkReply? {
        network.answer(to: message)
    }

    /// See ``NetworkService/runDueWork()``.
    package func runDueWork() async { network.runDueWork() }
}
