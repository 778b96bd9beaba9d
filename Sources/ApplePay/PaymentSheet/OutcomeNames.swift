// The names of how a sheet ended, in the APIs of the sandbox and of its pages.
extension PaymentSheet.Outcome {
    /// `paid`, `notPaid` or `unresolved`.
    public var name: String {
        switch self {
        case .paid: "paid"
        case .notPaid: "notPaid"
        case .unresolved: "unresolved"
        }
    }

    /// Why the sheet ended without payment; nil where it was paid.
    public var ending: PaymentSheet.Ending? {
        switch self {
        case .paid: nil
        case .notPaid(let ending), .unresolved(_, let ending): ending
        }
    }
}

extension PaymentSheet.Ending {
    /// The case, such as `merchantSessionRefused`.
    public var name: String {
        switch self {
        case .cancelled: "cancelled"
        case .merchantSessionRefused: "merchantSessionRefused"
        case .answerOverdue: "answerOverdue"
        case .invalidUpdate: "invalidUpdate"
        }
    }
}
