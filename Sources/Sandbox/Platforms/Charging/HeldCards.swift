internal import JSON
internal import World

/// The card data of tokens that are not used yet. It is in memory only, and for a short time, so that a restart loses
/// it; records never have it.
final class HeldCards: Sendable {
    /// How long a card is held. Units: seconds.
    static let lifetime: Int64 = 600

    /// A card that is held.
    struct Held: Sendable {
        let card: PresentedCard
        /// The object that the merchant was given for it.
        let object: JSONOutput
        let expiresAt: Int64
        var isUsed = false
    }

    /// The card of a request: one that is held, by its identifier, or the data itself.
    enum Source: Sendable {
        case held(String)
        case card(PresentedCard)
    }

    private struct Cards: Sendable {
        var held: [String: Held] = [:]
        /// When those that are held no more are removed next.
        var removesAt: Int64 = 0
    }

    private let cards = LockedValue(Cards())

    /// Holds a card under an identifier.
    func hold(
        _ card: PresentedCard,
        as identifier: String,
        _ object: JSONOutput,
        at now: UnixTime,
        for lifetime: Int64 = lifetime
    ) {
        cards.withLock { cards in
            if cards.removesAt <= now.seconds {
                cards.held = cards.held.filter { $0.value.expiresAt > now.seconds }
                cards.removesAt = now.seconds + 60
            }
            cards.held[identifier] = Held(
                card: card,
                object: object,
                expiresAt: now.seconds + lifetime
            )
        }
    }

    /// A card by its identifier; nil where it is not held any more.
    func card(_ identifier: String, at now: UnixTime) -> Held? {
        cards.withLock { $0.held[identifier] }.flatMap { $0.expiresAt > now.seconds ? $0 : nil }
    }

    /// Marks a card as used, in a transaction.
    ///
    /// - Returns: Whether it was not used before.
    func use(_ identifier: String, _ scope: PlatformScope) -> Bool {
        let isFirst = cards.withLock { cards in
            guard cards.held[identifier]?.isUsed == false else { return false }
            cards.held[identifier]?.isUsed = true
            return true
        }
        guard isFirst else { return false }
        scope.changes.add { self.cards.withLock { $0.held[identifier]?.isUsed = false } }
        return true
    }
}
