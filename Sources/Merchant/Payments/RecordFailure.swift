public import PaymentToken
public import Storage

/// Why something was not recorded, or a capture, a void, a refund or a recovery was not made.
public enum RecordFailure: Error, Hashable, Sendable {
    /// The database failed before the processor was asked; nothing was done.
    case storage(StorageFailure)
    /// The processor was asked, and then the database failed, so that the outcome is not recorded. It
    /// is settled by ``Recovery``.
    case outcomeNotRecorded(AttemptID, StorageFailure)
    /// The processor was not asked, and it is not known whether the capture, void or refund is recorded.
    /// If it is, ``Recovery`` makes it.
    case recordUnknown(AttemptID, StorageFailure)
    /// The token was charged before, by this attempt.
    case transactionUsed(AttemptID)
    /// The token was claimed by a program that keeps its own records.
    case claimedElsewhere(TransactionID)
    /// The token could not be claimed.
    case claim(ClaimFailure)
    /// A stored credential is not recorded, or was ended.
    case credential(CredentialProblem)
    /// Another server works on the request or has answered it, or its caller was told that nothing is
    /// done. Nothing was done.
    case withheld(EarlierRequest)
    /// Another attempt at the same intent is in progress, its outcome is unknown, or it waits for its order.
    case intentOccupied(AttemptID)
    /// Another attempt at the same intent is authorized, and has its order where the policy wants one: the
    /// intent is paid.
    case intentPaid(AttemptID)
    /// Another attempt at the same intent could not be cancelled: its amount may be held, and people must settle it.
    case intentDisputed(AttemptID)
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
    /// The attempt is not recorded as authorized.
    case attemptNotAuthorized(AttemptID)
    /// The attempt has its order already.
    case alreadyPlaced(OrderID)
    /// No such order is recorded.
    case orderMissing(OrderID)
    /// An order cannot go from one status to the other.
    case statusRefused(from: OrderStatus, to: OrderStatus)
    /// An order was changed since the version that was to be changed.
    case versionOutdated(now: Int64)
    /// A payment cannot go from one status to the other.
    case paymentRefused(from: PaymentStatus, to: PaymentStatus)
}

extension RecordFailure: CustomStringConvertible {
    /// One line for a log, without secrets and without anything about the customer.
    public var description: String {
        switch self {
        case .storage(let failure):
            "the database failed before the processor was asked: \(failure)"
        case .outcomeNotRecorded(let attempt, let failure):
            "the processor was asked, and the outcome of \(attempt) could not be recorded: "
                + "\(failure); it is being settled"
        case .recordUnknown(let attempt, let failure):
            "it is not known whether the operation on \(attempt) is recorded: \(failure); if it is, "
                + "it is being settled"
        case .transactionUsed(let attempt): "the token was charged before, in \(attempt)"
        case .claimedElsewhere(let transaction): "\(transaction) was claimed outside these records"
        case .claim(let failure): "\(failure)"
        case .withheld(let request): "\(request)"
        case .credential(let problem): "\(problem)"
        case .intentOccupied(let attempt):
            "\(attempt) for the same reference is in progress or has no known outcome"
        case .intentDisputed(let attempt):
            "\(attempt) for the same reference could not be cancelled, and people must settle it"
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
            "the processor does not offer \(capability)"
        case .attemptNotAuthorized(let attempt): "\(attempt) is not authorized"
        case .alreadyPlaced(let order): "\(order) was already placed for the attempt"
        case .orderMissing(let order): "\(order) is not recorded"
        case .statusRefused(let from, let to):
            "an order that is \(from.rawValue) cannot become \(to.rawValue)"
        case .versionOutdated(let now): "the order was changed; its version is now \(now)"
        case .paymentRefused(let from, let to):
            "a payment that is \(from.rawValue) cannot become \(to.rawValue)"
        }
    }
}

extension RecordFailure: CarriesStorageFailure {
    /// The failure for a database that failed.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}
