/// Decides what a merchant does about one attempt, so that nobody is charged twice.
///
/// Pure: events in, actions out. It reads no clock, opens no file and draws no random number; the
/// ``ChargeExecutor`` and the simulator drive the same code.
///
/// The processor is asked only after the operation is on the disk as sent; it is asked again with
/// the same key where no answer came; and once an answer is in doubt, only an answer ends the
/// doubt, not a later request that failed to leave.
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

    /// Something to do about it.
    public enum Action: Hashable, Sendable {
        /// Put a state on the disk, then say so.
        case record(OperationState)
        /// Ask the processor, always with the same key. Requests are counted from 1.
        case ask(request: Int)
        /// Tell the customer. It happens once.
        case tell(OperationState)
    }

    /// How often the processor is asked before the outcome is left for later.
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

    /// A desk for an attempt that has not begun.
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
        let inDoubt = wasInDoubt || failure == .outcomeUnknown
        guard request >= Self.requestsAtMost else {
            phase = .asking(request: request + 1, inDoubt: inDoubt)
            return [.ask(request: request + 1)]
        }
        let state: OperationState = inDoubt ? .unknown : .notSent
        phase = .closing(state)
        return [.record(state)]
    }
}
