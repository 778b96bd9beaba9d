internal import Payments
public import Sockets
public import World

extension CardNetworkAcquirer {
    /// Why an acquirer is not signed on.
    public enum SignOnFailure: Error, Hashable, Sendable, CustomStringConvertible {
        /// No connection to the address could be opened.
        case notReached(SocketAddress)
        /// The network does not accept this acquirer.
        case refused(SocketAddress)
        /// The program that listens at the address did not answer the sign-on as a card network does.
        case noCardNetwork(SocketAddress)

        /// The cause in one line.
        public var description: String {
            switch self {
            case .notReached(let address): "\(address): no connection could be opened"
            case .refused(let address): "\(address): the card network refused the sign-on"
            case .noCardNetwork(let address):
                "\(address): what listens there did not answer the sign-on"
            }
        }
    }

    /// Connects to a network, and waits until it has answered the sign-on.
    ///
    /// - Parameters:
    ///   - account: The network and the merchant.
    ///   - world: Its clock measures the limits; its random numbers vary the pauses.
    ///   - tracesMessages: Whether each message is reported, without what is secret.
    ///   - observer: Is told what happens on the connection. It must return at once.
    /// - Returns: The acquirer, signed on. It has to be stopped.
    /// - Throws: ``SignOnFailure``, after one attempt.
    public static func signedOn(
        _ account: Account,
        world: World,
        tracesMessages: Bool = false,
        observer: @escaping @Sendable (AcquirerObservation) -> Void = { _ in }
    ) async throws(SignOnFailure) -> CardNetworkAcquirer {
        let (answers, answer) = AsyncStream.makeStream(of: AcquirerObservation.self)
        let acquirer = CardNetworkAcquirer(
            name: .cardNetwork,
            account: account,
            world: world,
            tracesMessages: tracesMessages
        ) { observation in
            observer(observation)
            switch observation {
            case .signedOn, .signOnRefused, .disconnected: answer.yield(observation)
            default: break
            }
        }
        await acquirer.start()
        var first = answers.makeAsyncIterator()
        let result = await first.next()
        if result == .signedOn { return acquirer }
        await acquirer.stop()
        switch result {
        case .disconnected(.notOpened): throw .notReached(account.address)
        case .signOnRefused, .disconnected(.refused): throw .refused(account.address)
        default: throw .noCardNetwork(account.address)
        }
    }
}
