import Money
import Payments
import World

/// A processor as its contract reads, behind a network that loses requests and answers. It acts once
/// for a key, and never on a key that was reversed.
final class SimulatedProcessor: PaymentProcessor {
    struct Books {
        var held: [String: Int64] = [:]
        var captured: [String: Int64] = [:]
        var refunded: [String: Int64] = [:]
        var reversed: Set<String> = []
        var done: Set<String> = []
        /// How often each key was asked for.
        var asked: [String: Int] = [:]
        /// The keys that came again in a request which did not say that it may have come before.
        var unmarked: Set<String> = []
    }

    let name = ProcessorName.sandbox
    let capabilities: Set<ProcessorCapability>
    /// The percentage of messages that are lost, either way.
    let lossPercent = LockedValue<UInt64>(0)
    /// Whether every answer is lost, once the processor has acted.
    let losesAnswers = LockedValue(false)
    /// Runs when an authorization has arrived, before it is answered: for a crash or a slow answer.
    let whenAsked = LockedValue<(@Sendable () async -> Void)?>(nil)
    private let randomness: SeededRandomness
    private let books = LockedValue(Books())

    init(seed: UInt64, inquires: Bool = true) {
        randomness = SeededRandomness(seed: seed)
        capabilities =
            inquires
            ? Set(ProcessorCapability.allCases)
            : Set(ProcessorCapability.allCases).subtracting([.inquiry])
    }

    var record: Books { books.withLock { $0 } }

    private func exchange<Answer>(
        _ key: IdempotencyKey,
        _ isRepetition: Bool = true,
        _ act: (inout Books) -> Answer
    ) throws(ProcessorFailure) -> Answer {
        let loss = lossPercent.withLock { $0 }
        if randomness.number(below: 100) < loss {
            let isCertain = randomness.number(below: 2) == 0
            throw isCertain ? .notSent(.unreachable) : .outcomeUnknown(.timedOut)
        }
        let answer = books.withLock { books in
            if books.asked[key.text] != nil, !isRepetition { books.unmarked.insert(key.text) }
            books.asked[key.text, default: 0] += 1
            return act(&books)
        }
        if losesAnswers.withLock({ $0 }) || randomness.number(below: 100) < loss {
            throw .outcomeUnknown(.timedOut)
        }
        return answer
    }

    private static let approval = Approval(authorizationCode: "A1", networkReference: "N1")

    func authorize(
        _ request: AuthorizationRequest
    ) async throws(ProcessorFailure) -> AuthorizationAnswer {
        let key = request.idempotencyKey.text
        let amount = request.amount.minorUnits
        let answer = try exchange(request.idempotencyKey, request.isRepetition) { books in
            guard !books.reversed.contains(key) else {
                return AuthorizationAnswer.declined(.duplicate)
            }
            if books.done.insert(key).inserted { books.held[key] = amount }
            return .approved(Self.approval, echo: AnswerEcho(minorUnits: amount))
        }
        await whenAsked.withLock { $0 }?()
        return answer
    }

    func reverse(_ request: ReversalRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        let original = request.original.idempotencyKey.text
        return try exchange(request.idempotencyKey, request.isRepetition) { books in
            books.reversed.insert(original)
            let wasThere = books.held.removeValue(forKey: original) != nil
            return wasThere ? .reversed(networkReference: nil) : .originalNotFound
        }
    }

    func inquire(_ request: InquiryRequest) async throws(ProcessorFailure) -> InquiryAnswer {
        let original = request.original.idempotencyKey.text
        return try exchange(request.original.idempotencyKey) { books in
            books.done.contains(original)
                ? .answered(.approved(Self.approval, echo: .none)) : .notFound
        }
    }

    func capture(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try once(request) { books, original, amount in
            books.captured[original, default: 0] += amount
        }
    }

    func void(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        // What was captured stays, by the processor's own books.
        try once(request) { books, original, _ in books.held[original] = books.captured[original] }
    }

    func refund(_ request: FollowUpRequest) async throws(ProcessorFailure) -> FollowUpAnswer {
        try once(request) { books, original, amount in
            books.refunded[original, default: 0] += amount
        }
    }

    func release(_ request: FollowUpRequest) async throws(ProcessorFailure) -> ReversalAnswer {
        _ = try once(request) { books, original, amount in
            books.held[original, default: 0] -= amount
        }
        return .reversed(networkReference: nil)
    }

    private func once(
        _ request: FollowUpRequest,
        _ act: (inout Books, String, Int64) -> Void
    ) throws(ProcessorFailure) -> FollowUpAnswer {
        try exchange(request.idempotencyKey, request.isRepetition) { books in
            if books.done.insert(request.idempotencyKey.text).inserted {
                act(&books, request.original.idempotencyKey.text, request.amount.minorUnits)
            }
            let echo = AnswerEcho(minorUnits: request.amount.minorUnits)
            return .approved(networkReference: "N2", echo: echo)
        }
    }
}
