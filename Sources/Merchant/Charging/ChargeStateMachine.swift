/// Decides the next step of one attempt, so that no card is charged twice.
///
/// A pure value: events in, actions out. It uses no clock, file or random number, and both
/// ``ChargeExecutor`` and the simulation in the tests drive it.
///
/// The processor is asked only after the operation is on the disk as sent. Without an answer it is
/// asked again with the same key. Once a request may have reached it, only an answer settles the
/// attempt; a later request that was not sent does not.
public struct ChargeStateMachine: Hashable, Sendable {
    /// Something that happened to the attempt.
    public enum Event: Hashable, Sendable {
        /// The customer authorized the payment.
        case paid
        /// A state is on the disk.
        case recorded(OperationState)
        /// The processor answered, to whichever request.
        case answered(AuthorizationAnswer)
        /// A request was not answered.
        case failed(ProcessorFailure, request: Int)
    }

    /// A step to take.
    public enum Action: Hashable, Sendable {
        /// Put a state on the disk, then report it with ``Event/recorded(_:)``.
        case record(OperationState)
        /// Send a request to the processor, always with the same key. Requests are counted from 1.
        case ask(request: Int)
        /// Tell the customer. It happens once.
        case tell(OperationState)
    }

    /// How often the processor is asked before the outcome is recorded as unknown or not sent.
    public static let requestsAtMost = 3

    private enum Phase: Hashable {
        case new
        case preparing
        case sending
        case asking(request: Int, inDoubt: Bool)
        case closing(OperationState)
        case closed(OperationState)
    }

    private var phase = Phase.new
    private var hasTold = false

    /// The machine of an attempt that has not begun.
    public init() {}

    /// Takes one event and says what to do next.
    public mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .paid:
            guard phase == .new else { return [] }
            phase = .preparing
            return [.record(.prepared)]
        case .recorded(let state): return advance(recorded: state)
        case .answered(let answer): return settle(answer)
        case .failed(let failure, let request): return askAgain(after: failure, of: request)
        }
    }

    private mutating func advance(recorded state: OperationState) -> [Action] {
        switch (phase, state) {
        case (.preparing, .prepared):
            phase = .sending
            return [.record(.sent)]
        case (.sending, .sent):
            phase = .asking(request: 1, inDoubt: false)
            return [.ask(request: 1)]
        case (.closing(let closing), state) where closing == state:
            phase = .closed(state)
            defer { hasTold = true }
            return hasTold ? [] : [.tell(state)]
        default: return []
        }
    }

    private mutating func settle(_ answer: AuthorizationAnswer) -> [Action] {
        switch phase {
        case .asking, .closing(.unknown), .closed(.unknown):
            let state = OperationState(answer)
            phase = .closing(state)
            return [.record(state)]
        case .new, .preparing, .sending, .closing, .closed: return []
        }
    }

    private mutating func askAgain(
        after failure: ProcessorFailure,
        of request: Int
    ) -> [Action] {
        guard case .asking(request, let wasInDoubt) = phase else { return [] }
        let inDoubt = wasInDoubt || !failure.isNotSent
        guard request >= Self.requestsAtMost else {
            phase = .asking(request: request + 1, inDoubt: inDoubt)
            return [.ask(request: request + 1)]
        }
        let state: OperationState = inDoubt ? .unknown : .notSent
        phase = .closing(state)
        return [.record(state)]
    }
}
