public import Charging
public import Storage

/// Why an order was not placed or changed.
public enum OrderFailure: Error, Hashable, Sendable {
    /// The database failed.
    case storage(StorageFailure)
    /// The record does not say that this attempt was authorized.
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
    /// Who has to do something about it.
    public enum Remedy: Hashable, Sendable {
        /// Answer with the order that is there.
        case answerFromRecord(OrderID)
        /// Refuse what was asked for: it is not possible now.
        case refuse
        /// Do what the database's remedy says.
        case seeStorage(StorageFailure.Remedy)
        /// Report it: an order was asked for without an authorized payment.
        case fixTheProgram
    }

    /// Exhaustive on purpose: a new case does not compile until somebody decides its remedy.
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
        case .alreadyPlaced(let order): "the attempt has \(order) already"
        case .orderMissing(let order): "no \(order)"
        case .statusRefused(let from, let to):
            "an order that is \(from.rawValue) cannot become \(to.rawValue)"
        case .paymentRefused(let from, let to):
            "a payment that is \(from.rawValue) cannot become \(to.rawValue)"
        }
    }
}

extension OrderFailure: CarriesStorageFailure {
    /// The failure that says that the database failed.
    public init(storage failure: StorageFailure) { self = .storage(failure) }
}
