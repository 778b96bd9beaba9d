package import ISO8583

/// The limits of the switch.
package struct SwitchSettings: Hashable, Sendable {
    /// How long an approved amount is held. Units: seconds.
    package var holdSeconds: Int64 = 7 * 86_400
    /// How much the network approves for one account in the place of a silent issuer, until the issuer
    /// was told. Units: minor units.
    package var standInLimit: Int64 = 1_000_000
    /// How long the network waits for a silent issuer. Units: milliseconds.
    package var issuerMilliseconds: Int64 = 1_000
    /// How much later a late answer is sent. Units: milliseconds.
    package var lateMilliseconds: Int64 = 10_000
    /// When a silent issuer is told of an approval in its place. Units: seconds.
    package var adviceSeconds: Int64 = 5

    /// The defaults: our decision.
    package init() {}
}

/// How an answer reaches the merchant's bank.
package enum AnswerDelivery: Hashable, Sendable {
    /// At once.
    case now
    /// After a time. Units: milliseconds.
    case delayed(milliseconds: Int64)
    /// Not at all.
    case never
    /// Twice, at once.
    case twice
    /// Bytes that are no message are sent in its place.
    case malformed
    /// The connection is closed.
    case closedConnection

    /// Bytes that are no message in any layout.
    package static let malformedBytes = Array("MALFORMED".utf8)
}

/// An answer to a message of a merchant's bank.
package struct NetworkReply: Sendable {
    /// The answer.
    package let message: ISO8583Message
    /// How it is sent.
    package let delivery: AnswerDelivery

    /// An answer; nil without a message.
    init?(_ message: ISO8583Message?, _ delivery: AnswerDelivery) {
        guard let message else { return nil }
        self.message = message
        self.delivery = delivery
    }
}

/// The outcome of a message.
package struct SwitchOutcome: Sendable {
    /// The answer.
    package let answer: SwitchAnswer
    /// How it is sent.
    package var delivery = AnswerDelivery.now
    /// The changes to write before the answer.
    package var changes = NetworkChanges()
    /// Whether it is the answer to the first message of several.
    package var isRepeat = false
}
