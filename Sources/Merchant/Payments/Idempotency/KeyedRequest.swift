/// A request with an idempotency key, and how its results are answered.
public struct KeyedRequest<Success: Sendable, Failure: Error>: Sendable {
    /// The key.
    public let key: RequestKey
    /// The answer to a result, and the attempt it is about. It decides nothing and changes nothing: it
    /// runs in transactions, which may run again.
    let answer: @Sendable (Result<Success, Failure>, AttemptID?) -> KeyedAnswer

    /// A request.
    public init(
        _ key: RequestKey,
        answer: @escaping @Sendable (Result<Success, Failure>, AttemptID?) -> KeyedAnswer
    ) {
        (self.key, self.answer) = (key, answer)
    }
}

/// The answer to a request with an idempotency key, and whether it is repeated.
public enum KeyedAnswer: Hashable, Sendable {
    /// The request is done or refused for good: the same request gets this answer again.
    case final(RecordedAnswer)
    /// The outcome is not known yet: the same request gets what is known then.
    case open
    /// Nothing was done: the key can be used again, also for another body.
    case notDone
}

/// An answer as it is recorded, and repeated byte for byte.
public struct RecordedAnswer: Hashable, Sendable {
    /// The status code of HTTP.
    public let status: Int
    /// Where the result is found; nil for a refusal.
    public let location: String?
    /// The body.
    public let body: [UInt8]

    /// An answer.
    public init(status: Int, location: String?, body: [UInt8]) {
        (self.status, self.location, self.body) = (status, location, body)
    }
}

/// The result of a request with an idempotency key.
public enum KeyedResult<Success: Sendable, Failure: Error>: Sendable {
    /// It was worked on now. The answer is recorded, unless the database failed.
    case now(Result<Success, Failure>, KeyedAnswer, unrecorded: RecordFailure? = nil)
    /// This server does not work on it.
    case before(EarlierRequest)
}

/// Why a server does not work on a request.
public enum EarlierRequest: Hashable, Sendable {
    /// An earlier request had its key, and was answered.
    case answered(RecordedAnswer)
    /// An earlier request had its key, and another body.
    case otherBody
    /// It is being worked on, for this number of seconds at most.
    case inProgress(seconds: Int64)
    /// Its caller was told that nothing is done.
    case abandoned
}

extension EarlierRequest: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .answered: "the request was answered before"
        case .otherBody: "the key was used for another body"
        case .inProgress: "the same request is being worked on"
        case .abandoned: "the caller was told that nothing is done"
        }
    }
}
