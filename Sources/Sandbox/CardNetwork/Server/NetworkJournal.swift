package import CardMessages
internal import ISO8583
package import World

/// The last messages of a network, in memory: what was asked, what was answered, and what that changed in
/// the ledger.
///
/// Messages are kept as `MessageTrace` shows them: without account numbers, cryptograms, PINs and chip
/// data, unless it was made to reveal them.
public final class NetworkJournal: Sendable {
    /// The maximum number of messages that are kept.
    public static let limit = 1_000

    /// A message with its answer.
    package struct Exchange: Hashable, Sendable {
        /// Its number; 1 for the first.
        package let number: Int
        /// When the message came.
        package let time: UnixTime
        /// The message.
        package let request: MessageTrace
        /// The answer; nil where the message gets none.
        package let answer: MessageTrace?
        /// How the answer is sent; nil where there is none.
        package let delivery: AnswerDelivery?
        /// The changes of the ledger, in order.
        package let entries: [JournalEntry]

        /// Field 37, which a payment's messages have in common; nil where the message has none.
        package var retrievalReference: String? {
            request.fields.first { $0.number == 37 }?.value
        }
    }

    private struct State {
        var count = 0
        var exchanges: [Exchange] = []
        var watchers: [Int: @Sendable (Exchange) -> Void] = [:]
        var watcherCount = 0
    }

    private let clock: any WallClock
    private let reveals: Bool
    private let state = LockedValue(State())

    /// An empty journal.
    ///
    /// - Parameters:
    ///   - clock: The sandbox's clock.
    ///   - reveals: Whether what is secret in messages is kept, except PINs.
    package init(clock: any WallClock, reveals: Bool = false) {
        (self.clock, self.reveals) = (clock, reveals)
    }

    /// How many messages there were.
    public var count: Int { state.withLock { $0.count } }

    /// The messages with a reference in field 37, the oldest first.
    package func exchanges(of retrievalReference: String) -> [Exchange] {
        state.withLock { state in
            state.exchanges.filter { $0.retrievalReference == retrievalReference }
        }
    }

    /// The last messages, the oldest first.
    package func last(_ count: Int) -> [Exchange] {
        state.withLock { Array($0.exchanges.suffix(count)) }
    }

    /// Calls a closure with each message, until the returned closure is called.
    package func watch(_ watcher: @escaping @Sendable (Exchange) -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.watcherCount += 1
            state.watchers[state.watcherCount] = watcher
            return state.watcherCount
        }
        return { [weak self] in self?.state.withLock { $0.watchers[number] = nil } }
    }

    func add(_ message: ISO8583Message, _ reply: NetworkReply?, _ entries: [JournalEntry]) {
        let time = clock.now
        let (exchange, watchers) = state.withLock { state in
            state.count += 1
            let exchange = Exchange(
                number: state.count,
                time: time,
                request: MessageTrace(message, revealing: reveals),
                answer: reply.map { MessageTrace($0.message, revealing: reveals) },
                delivery: reply?.delivery,
                entries: entries
            )
            state.exchanges.append(exchange)
            if state.exchanges.count > Self.limit { state.exchanges.removeFirst() }
            return (exchange, Array(state.watchers.values))
        }
        for watcher in watchers { watcher(exchange) }
    }
}
