public import Storage

/// A failure of a network's records, and what it meant for what was being done.
public struct RecordsFailure: Hashable, Sendable {
    /// The consequence of the failure.
    public enum Consequence: Hashable, Sendable {
        /// A message was answered with 96, and nothing was changed.
        case systemError
        /// It is not known whether the records were changed, so a message was not answered.
        case noAnswer
        /// A card could not be read, so that the network does not know it.
        case cardUnread
        /// Holds that end and advices wait for the next round.
        case dueWorkWaits
    }

    /// The consequence.
    public let consequence: Consequence
    /// Why.
    public let failure: StorageFailure
}

extension RecordsFailure: CustomStringConvertible {
    /// The failure in one line; nothing of a payment.
    public var description: String {
        let meaning =
            switch consequence {
            case .systemError: "a message was answered with 96"
            case .noAnswer: "a message was not answered"
            case .cardUnread: "a card was not found"
            case .dueWorkWaits: "holds and advices that are due wait"
            }
        return "card network: the records failed: \(failure); \(meaning)"
    }
}
