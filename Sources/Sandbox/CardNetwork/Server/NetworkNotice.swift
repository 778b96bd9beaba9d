package import CardMessages
package import ISO8583

/// A fact that a network tells beside its answers, in one line without card data.
package enum NetworkNotice: Hashable, Sendable {
    /// The records failed.
    case records(RecordsFailure)
    /// A message was refused, and how it is answered: field 39, or nil where it gets no answer.
    case refused(RequestRefusal, answer: String?)
    /// A connection was closed, because what came is no message.
    case unread(UnreadMessage)
    /// A connection was closed, because no message came for so long.
    case idle(seconds: Int64)
    /// An answer of this type was not sent, because the layout cannot have it.
    case unwritten(MessageType, ISO8583Failure)
}

extension NetworkNotice: CustomStringConvertible {
    /// One line.
    package var description: String {
        switch self {
        case .records(let failure): return "\(failure)"
        case .refused(let refusal, let answer):
            let answered = answer.map { "answered with \($0)" } ?? "not answered"
            return "card network: \(refusal.type) \(answered): \(refusal)"
        case .unread(let message): return "card network: a connection was closed: \(message)"
        case .idle(let seconds):
            return "card network: a connection was closed: no message came for \(seconds) seconds"
        case .unwritten(let type, let failure):
            return "card network: \(type) was not sent: \(failure)"
        }
    }
}
