public import CardMessages
internal import ISO8583

/// An event on a connection to a card network, for logs and for people.
public enum AcquirerObservation: Hashable, Sendable {
    /// The network accepted the sign-on: payments can be sent.
    case signedOn
    /// The network refused the sign-on.
    case signOnRefused(ResponseCode)
    /// The connection ended, or could not be opened.
    case disconnected(Cause)
    /// A request was answered after it was given up. Its outcome stays unknown to the caller, who
    /// settles it: the answer changes nothing, above all not after a reversal was sent.
    case lateAnswer(LateAnswer)
    /// An answer came once more.
    case repeatedAnswer(MessageTrace)
    /// An answer belongs to no request of this connection.
    case unmatchedAnswer(MessageTrace)
    /// Bytes that are not a message.
    case unreadable
    /// A message was sent.
    case sent(MessageTrace)
    /// A message was received.
    case received(MessageTrace)

    /// Why a connection ended.
    public enum Cause: Hashable, Sendable {
        /// It could not be opened.
        case notOpened
        /// The network or the peer ended it.
        case ended
        /// The network did not answer a sign-on or an echo in time.
        case silent
        /// The network refused the sign-on.
        case refused
        /// It was closed at this end.
        case closed
    }

    /// An answer that came too late.
    public struct LateAnswer: Hashable, Sendable {
        /// The answer.
        public let trace: MessageTrace
        /// Field 39; nil where it has none.
        public let responseCode: ResponseCode?
        /// Whether a reversal of the same authorization was sent before.
        public let isReversed: Bool

        init(_ message: ISO8583Message, isReversed: Bool) {
            trace = MessageTrace(message)
            responseCode = message.text(39).flatMap(ResponseCode.init)
            self.isReversed = isReversed
        }
    }
}
