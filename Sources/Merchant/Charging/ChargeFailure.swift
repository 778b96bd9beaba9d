public import Storage

/// Why a charge was not made.
public enum ChargeFailure: Error, Hashable, Sendable {
    /// The database failed.
    case storage(StorageFailure)
    /// The token was charged before, by this attempt.
    case transactionUsed(AttemptID)
    /// Another attempt at the same intent is in progress, or its outcome is unknown.
    case intentOccupied(AttemptID)
    /// Another attempt at the same intent is authorized: the intent is paid.
    case intentPaid(AttemptID)
    /// The merchant reference was used for another amount or currency.
    case referenceUsed(IntentID)
    /// No such attempt is recorded.
    case attemptMissing(AttemptID)
    /// No such operation is recorded.
    case operationMissing(OperationID)
    /// An operation cannot go from one state to the other.
    case transitionRefused(from: OperationState.Name, to: OperationState.Name)
}

extension ChargeFailure {
    /// What to do about it.
    public enum Remedy: Hashable, Sendable {
        /// Answer with the outcome of the earlier attempt.
        case answerFromRecord(AttemptID)
        /// Use another reference for another amount.
        case useAnotherReference
        /// Follow the remedy of the storage failure.
        case seeStorage(StorageFailure.Remedy)
        /// Report it: the program and its records contradict each other.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .storage(let failure): .seeStorage(failure.remedy)
        case .transactionUsed(let attempt), .intentOccupied(let attempt),
            .intentPaid(let attempt):
            .answerFromRecord(attempt)
        case .referenceUsed: .useAnotherReference
        case .attemptMissing, .operationMissing, .transitionRefused: .fixTheProgram
        }
    }
}

extension ChargeFailure: CustomStringConvertible {
    /// One line for a log, without secrets.
    public var description: String {
        switch self {
        case .storage(let failure): "\(failure)"
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
        }
    }
}

/// An error type that can carry a ``ChargeFailure``.
public protocol CarriesChargeFailure: CarriesStorageFailure {
    /// The error for a charge that was not made.
    init(charging failure: ChargeFailure)
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
}
