public import Storage

/// Why a capture, a void, a refund or a recovery was not made.
public enum DeskFailure: Error, Hashable, Sendable {
    /// The operation was not made, or its outcome is not recorded yet.
    case charging(ChargeFailure)
    /// The order is not recorded, or its status could not be changed.
    case order(OrderFailure)
    /// The database failed before the processor was asked; nothing was done.
    case databaseFailed(StorageFailure)
}

extension DeskFailure: CarriesChargeFailure {
    /// The failure of an operation.
    public init(charging failure: ChargeFailure) {
        guard case .storage(let storage) = failure else {
            self = .charging(failure)
            return
        }
        self = .databaseFailed(storage)
    }

    /// The failure of the operation, or of the database wherever it failed.
    public var chargeFailure: ChargeFailure? {
        switch self {
        case .charging(let failure): failure
        case .databaseFailed(let failure), .order(.storage(let failure)): .storage(failure)
        case .order: nil
        }
    }
}

extension DeskFailure: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .charging(let failure): "\(failure)"
        case .order(let failure): "\(failure)"
        case .databaseFailed(let failure):
            "the database failed before the processor was asked: \(failure)"
        }
    }
}
