/// Why a processor gave no answer.
public enum ProcessorFailure: Error, Hashable, Sendable {
    /// The request certainly had no effect, and will have none.
    case notSent(NotSentCause)
    /// The request may have had its effect, or may have it later.
    case outcomeUnknown(UnknownCause)

    /// Why a request was not sent.
    public enum NotSentCause: String, Hashable, Sendable, CaseIterable {
        /// There is no connection to the processor.
        case unreachable
        /// The processor refused the connection's sign-on.
        case notSignedOn
        /// Too many requests are waiting.
        case overloaded
        /// The request cannot be written as the processor's message, or the processor refuses it as it is: its key, its
        /// amount or its currency.
        case requestInvalid
        /// The processor does not have this operation.
        case unsupported
        /// The processor failed, and says that it did nothing.
        case processorFailed
        /// The task was cancelled before the request was sent.
        case cancelled
    }

    /// Why the outcome is unknown.
    public enum UnknownCause: String, Hashable, Sendable, CaseIterable {
        /// The time limit passed without an answer.
        case timedOut
        /// The connection ended before the answer.
        case connectionLost
        /// The answer could not be read.
        case answerUnreadable
        /// The processor answered that it does not know.
        case processorInDoubt
        /// The task was cancelled after the request was sent.
        case cancelled
    }

    /// Whether the request certainly had no effect.
    public var isNotSent: Bool {
        switch self {
        case .notSent: true
        case .outcomeUnknown: false
        }
    }
}

extension ProcessorFailure: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .notSent(let cause): "the request had no effect: \(cause)"
        case .outcomeUnknown(let cause): "the outcome of the request is unknown: \(cause)"
        }
    }
}

extension ProcessorFailure.NotSentCause: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .unreachable: "the processor was not reached"
        case .notSignedOn: "the processor refused the sign-on"
        case .overloaded: "too many requests are waiting for the processor"
        case .requestInvalid: "the processor does not take the request: its key, amount or currency"
        case .unsupported: "the processor does not have this operation"
        case .processorFailed: "the processor failed and did nothing"
        case .cancelled: "the task was cancelled before the request was sent"
        }
    }
}

extension ProcessorFailure.UnknownCause: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .timedOut: "the processor did not answer in time"
        case .connectionLost: "the connection to the processor ended before the answer"
        case .answerUnreadable: "the processor's answer could not be read"
        case .processorInDoubt: "the processor answered that it does not know"
        case .cancelled: "the task was cancelled after the request was sent"
        }
    }
}
