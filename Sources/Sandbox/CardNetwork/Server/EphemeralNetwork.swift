package import ISO8583
package import World

/// A network whose payments are only in memory. It may have the cards of a folder.
package final class EphemeralNetwork: NetworkService {
    private let network: CardNetwork
    private let cards: DurableNetwork?

    /// A network.
    ///
    /// - Parameters:
    ///   - cards: The folder whose cards it knows; nothing is written there.
    ///   - world: The clock, and the source of keys.
    package init(cards: DurableNetwork?, world: World) {
        self.cards = cards
        network = cards.map { CardNetwork(world: world, key: $0.key) } ?? CardNetwork(world: world)
    }

    /// See ``NetworkService/reply(to:)``.
    package func reply(to message: ISO8583Message) async -> NetworkReply? {
        await network.answer(to: message) { [cards] in await cards?.card(of: $0) }
    }

    /// See ``NetworkService/runDueWork()``.
    package func runDueWork() async { network.runDueWork() }
}
