public import Storage

/// Why charging went no further.
public enum ChargeFailure: Error, Hashable, Sendable {
    /// The database failed.
    case storage(StorageFailure)
    /// The token was charged before, by this attempt.
    case transactionUsed(AttemptID)
    /// Another attempt at the same intent is under way, or its outcome is not known yet.
    case intentOccupied(AttemptID)
    /// Another attempt at the same intent is authorized: what is owed is paid.
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
    /// Who has to do something about it.
    public enum Remedy: Hashable, Sendable {
        /// Answer with what the earlier attempt came to.
        case answerFromRecord(AttemptID)
        /// Name another reference for another amount.
        case useAnotherReference
        /// Do what the database's remedy says.
        case seeStorage(StorageFailure.Remedy)
        /// Report it: this program is wrong about its own records.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile until somebody decides its remedy.
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
    /// One line for a log, without anything secret.
    public var description: String {
        switch self {
        case .storage(let failure): "\(failure)"
        case .transactionUsed(let attempt): "the token was charged before, by \(attempt)"
        case .intentOccupied(let attempt): "\(attempt) is under way and may hold the amount"
        case .intentPaid(let attempt): "\(attempt) holds the amount already"
        case .referenceUsed(let intent): "the reference names another amount, of \(intent)"
        case .attemptMissing(let attempt): "no \(attempt)"
        case .operationMissing(let operation): "no \(operation)"
        case .transitionRefused(let from, let to):
            "an operation that is \(from.rawValue) cannot become \(to.rawValue)"
        }
    }
}

/// An error that can say that charging went no further.
public protocol CarriesChargeFailure: CarriesStorageFailure {
    /// The error that says so.
    init(charging failure: ChargeFailure)
}

extension CarriesChargeFailure {
    /// The error that says that the database failed.
    public init(storage failure: StorageFailure) {
        self.init(charging: .storage(failure))
    }
}

extension ChargeFailure: CarriesChargeFailure {
    /// The failure itself.
    public init(charging failure: ChargeFailure) { self = failure }
}
