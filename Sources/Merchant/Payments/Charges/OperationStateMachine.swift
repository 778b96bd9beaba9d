/// Decides the next step of one operation while its caller waits, so that the processor acts once.
///
/// A pure value: events in, actions out. It uses no clock, file or random number, and both
/// ``PaymentDesk`` and the simulation in the tests drive it.
///
/// The processor is asked only after the operation is on the disk. Without an answer it is asked
/// again with the same key, while there is time. Once a request may have reached it, only an answer
/// settles the operation; a later request that was not sent does not, and neither does the answer that
/// the issuer is not reached now, or that the request is a duplicate. What stays unknown is settled by
/// ``Recovery``.
public struct OperationStateMachine: Hashable, Sendable {
    /// Something that happened to the operation.
    public enum Event: Hashable, Sendable {
        /// The operation is wanted.
        case begun
        /// A state is on the disk.
        case recorded(OperationState)
        /// The processor answered, to whichever request: the state that follows from the answer.
        case answered(OperationState)
        /// A request was not answered, and is the last one where the caller has no time for another.
        case failed(ProcessorFailure, request: Int, isLast: Bool = false)
        /// Another program settled the operation, so that its state is not this one's to record.
        case takenOver
    }

    /// A step to take.
    public enum Action: Hashable, Sendable {
        /// Put a state on the disk, then report it with ``Event/recorded(_:)``.
        case record(OperationState)
        /// Send a request to the processor, always with the same key. Requests are counted from 1.
        case ask(request: Int)
        /// Tell the caller what the records say. It happens once.
        case tell
    }

    /// How often the processor is asked before the outcome is recorded as unknown or not sent.
    public static let requestsAtMost = 3

    private enum Phase: Hashable {
        case new
        case recording
        case asking(request: Int, inDoubt: Bool)
        case closing(OperationState)
        case closed
    }

    private var phase = Phase.new

    /// The machine of an operation that has not begun.
    public init() {}

    /// Takes one event and says what to do next.
    public mutating func handle(_ event: Event) -> [Action] {
        switch event {
        case .begun:
            guard phase == .new else { return [] }
            phase = .recording
            return [.record(.sent)]
        case .recorded(let state): return advance(recorded: state)
        case .answered(let state): return settle(state)
        case .failed(let failure, let request, let isLast):
            return askAgain(after: failure, of: request, isLast: isLast)
        case .takenOver:
            guard phase != .new, phase != .closed else { return [] }
            phase = .closed
            return [.tell]
        }
    }

    private mutating func advance(recorded state: OperationState) -> [Action] {
        switch (phase, state) {
        case (.recording, .sent):
            phase = .asking(request: 1, inDoubt: false)
            return [.ask(request: 1)]
        case (.closing(let closing), state) where closing == state:
            phase = .closed
            return [.tell]
        default: return []
        }
    }

    private mutating func settle(_ state: OperationState) -> [Action] {
        let isOpen =
            if case .declined(let reason, _) = state { reason.leavesEarlierRequestsOpen } else {
                false
            }
        switch phase {
        case .asking(let request, inDoubt: true) where isOpen:
            return askAgain(after: .outcomeUnknown(.processorInDoubt), of: request)
        case .closing(.unknown) where isOpen: return []
        case .asking, .closing(.unknown):
            phase = .closing(state)
            return [.record(state)]
        case .new, .recording, .closing, .closed: return []
        }
    }

    private mutating func askAgain(
        after failure: ProcessorFailure,
        of request: Int,
        isLast: Bool = false
    ) -> [Action] {
        guard case .asking(request, let wasInDoubt) = phase else { return [] }
        let inDoubt = wasInDoubt || !failure.isNotSent
        guard isLast || request >= Self.requestsAtMost || !failure.mayPass else {
            phase = .asking(request: request + 1, inDoubt: inDoubt)
            return [.ask(request: request + 1)]
        }
        let state: OperationState = inDoubt ? .unknown : .notSent
        phase = .closing(state)
        return [.record(state)]
    }
}

extension ProcessorFailure {
    /// Whether the same request can be answered a moment later.
    fileprivate var mayPass: Bool {
        switch self {
        case .notSent(.unreachable), .notSent(.notSignedOn), .notSent(.overloaded): true
        case .notSent(.requestInvalid), .notSent(.unsupported), .notSent(.processorFailed),
            .notSent(.cancelled):
            false
        case .outcomeUnknown(.cancelled): false
        case .outcomeUnknown: true
        }
    }
}
