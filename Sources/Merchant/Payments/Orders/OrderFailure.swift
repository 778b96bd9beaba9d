public import Storage

/// Why an order was not placed or changed.
public enum OrderFailure: Error, Hashable, Sendable {
    /// The database failed.
    case storage(StorageFailure)
    /// The attempt is not recorded as authorized.
    case attemptNotAuthorized(AttemptID)
    /// The attempt has its order already.
    case alreadyPlaced(OrderID)
    /// No such order is recorded.
    case orderMissing(OrderID)
    /// An order cannot go from one status to the other.
    case statusRefused(from: OrderStatus, to: OrderStatus)
    /// A payment cannot go from one status to the other.
    case paymentRefused(from: PaymentStatus, to: PaymentStatus)
}

extension OrderFailure {
    /// What to do about it.
    public enum Remedy: Hashable, Sendable {
        /// Answer with the existing order.
        case answerFromRecord(OrderID)
        /// Refuse the request: it is not possible in the present status.
        case refuse
        /// Follow the remedy of the storage failure.
        case seeStorage(StorageFailure.Remedy)
        /// Report it: the program tried to place an order without an authorized payment.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile without a remedy.
    public var remedy: Remedy {
        switch self {
        case .storage(let failure): .seeStorage(failure.remedy)
        case .alreadyPlaced(let order): .answerFromRecord(order)
        case .orderMissing, .statusRefused, .paymentRefused: .refuse
        case .attemptNotAuthorized: .fixTheProgram
        }
    }
}

extension OrderFailure: CustomStringConvertible {
    /// One line for a log, without anything about the customer.
    public var description: String {
        switch self {
        case .storage(let failure): "\(failure)"
        case .attemptNotAuthorized(let attempt): "\(attempt) is not authorized"
        case .alreadyPlaced(let order): "\(order) was already placed for the attempt"
        case .orderMissing(let order): "\(order) is not recorded"
        case .statusRefused(let from, let to):
            "an order that is \(from.rawValue) cannot become \(to.rawValue)"
        case .paymentRefused(let from, let to):
            "a payment that is \(from.rawValue) cannot become \(to.rawValue)"
        }
    }
}

extension OrderFailure: CarriesStorageFailure {
    /// The failure for a database that failed.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}
