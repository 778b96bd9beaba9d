public import Storage

/// Why a charge or a later operation was not made.
public enum ChargeFailure: Error, Hashable, Sendable {
    /// The database failed before the processor was asked.
    case storage(StorageFailure)
    /// The processor was asked, and then the database failed, so that the outcome is not recorded. It
    /// is settled by ``Recovery``.
    case outcomeNotRecorded(AttemptID, StorageFailure)
    /// The processor was not asked, and it is not known whether the capture, void or refund is recorded.
    /// If it is, ``Recovery`` makes it.
    case recordUnknown(AttemptID, StorageFailure)
    /// The token was charged before, by this attempt.
    case transactionUsed(AttemptID)
    /// Another attempt at the same intent is in progress, its outcome is unknown, or it waits for its order.
    case intentOccupied(AttemptID)
    /// Another attempt at the same intent is authorized, and has its order where the policy wants one: the
    /// intent is paid.
    case intentPaid(AttemptID)
    /// The merchant reference was used for another amount or currency.
    case referenceUsed(IntentID)
    /// No such attempt is recorded.
    case attemptMissing(AttemptID)
    /// No such operation is recorded.
    case operationMissing(OperationID)
    /// An operation cannot go from one state to the other.
    case transitionRefused(from: OperationState.Name, to: OperationState.Name)
    /// The attempt's amounts do not allow the operation.
    case refused(OperationRefusal)
    /// An earlier operation of the attempt has no answer yet.
    case unsettled(AttemptID)
    /// The attempt was authorized by another processor, which must be asked.
    case otherProcessor(ProcessorName)
    /// The processor does not have the operation.
    case processorLacks(ProcessorCapability)
}

extension ChargeFailure {
    /// What to do about it.
    public enum Remedy: Hashable, Sendable {
        /// Answer with the outcome of the earlier attempt.
        case answerFromRecord(AttemptID)
        /// Ask again later: the outcome is being settled.
        case askAgainLater(AttemptID)
        /// Use another reference for another amount.
        case useAnotherReference
        /// Ask for an amount that is possible.
        case changeTheRequest
        /// Ask the processor that authorized the attempt.
        case useProcessor(ProcessorName)
        /// Follow the remedy of the storage failure.
        case seeStorage(StorageFailure.Remedy)
        /// Report it: the program and its records contradict each other.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .storage(let failure): .seeStorage(failure.remedy)
        case .outcomeNotRecorded(let attempt, _), .recordUnknown(let attempt, _),
            .unsettled(let attempt):
            .askAgainLater(attempt)
        case .transactionUsed(let attempt), .intentOccupied(let attempt),
            .intentPaid(let attempt):
            .answerFromRecord(attempt)
        case .referenceUsed: .useAnotherReference
        case .refused: .changeTheRequest
        case .otherProcessor(let name): .useProcessor(name)
        case .attemptMissing, .operationMissing, .transitionRefused, .processorLacks:
            .fixTheProgram
        }
    }
}

extension ChargeFailure: CustomStringConvertible {
    /// One line for a log, without secrets.
    public var description: String {
        switch self {
        case .storage(let failure): "\(failure)"
        case .outcomeNotRecorded(let attempt, let failure):
            "the processor was asked, and the outcome of \(attempt) could not be recorded: "
                + "\(failure); it is being settled"
        case .recordUnknown(let attempt, let failure):
            "it is not known whether the operation on \(attempt) is recorded: \(failure); if it is, "
                + "it is being settled"
        case .transactionUsed(let attempt): "the token was charged before, in \(attempt)"
        case .intentOccupied(let attempt):
            "\(attempt) for the same reference is in progress or has no known outcome"
        case .intentPaid(let attempt): "the reference is already paid by \(attempt)"
        case .referenceUsed(let intent):
            "the reference was used before for another amount or currency, in \(intent)"
        case .attemptMissing(let attempt): "\(attempt) is not recorded"
        case .operationMissing(let operation): "\(operation) is not recorded"
        case .transitionRefused(let from, let to):
            "an operation that is \(from.rawValue) cannot become \(to.rawValue)"
        case .refused(let refusal): "\(refusal)"
        case .unsettled(let attempt): "an earlier operation of \(attempt) is being settled"
        case .otherProcessor(let name): "the attempt was authorized by the processor \(name)"
        case .processorLacks(let capability):
            "the processor does not have \(capability.rawValue)"
        }
    }
}

/// An error type that can carry a ``ChargeFailure``.
public protocol CarriesChargeFailure: CarriesStorageFailure {
    /// The error for a charge that was not made.
    init(charging failure: ChargeFailure)

    /// The failure that the error carries; nil for one of another kind.
    var chargeFailure: ChargeFailure? { get }
}

extension CarriesChargeFailure {
    /// The error for a database that failed.
    public init(storage failure: StorageFailure) {
        self.init(charging: .storage(failure))
    }
}

extension ChargeFailure: CarriesChargeFailure {
    /// The failure itself.
    public init(charging failure: ChargeFailure) { self = failure }

    /// The failure itself.
    public var chargeFailure: ChargeFailure? { self }
}
