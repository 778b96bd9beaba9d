public import PaymentToken

/// An accepted payment: authorized and ordered.
public struct PaymentReceipt: Hashable, Sendable {
    /// The authorization.
    public let authorization: AuthorizedAttempt
    /// The order.
    public internal(set) var order: Order
    /// The capture that the submission wanted, or why it is not known; nil where it wanted none.
    public internal(set) var capture: Result<ChargeOperation, RecordFailure>?

    /// The identifier of the payment, which receipts show.
    public var transactionID: TransactionID { authorization.transactionID }

    /// Whether nothing is awaited of the capture.
    var isCaptureSettled: Bool {
        switch capture {
        case nil: true
        case .success(let operation)?: operation.state.isSettled
        case .failure?: false
        }
    }
}

/// A completed step of a payment, for the observer.
public enum PaymentStep: Sendable {
    /// 1: the submission was received.
    case received(bytes: Int)
    /// 2: the token's hashes, signature, chain, markers and time are valid.
    case verified(VerifiedPaymentToken)
    /// 3: it was decrypted, and it is new. Its charge is recorded, unless the payment is refused next.
    case decrypted(OpenedPaymentToken)
    /// 3: it was decrypted, and the same order sent it before: the first answer is repeated.
    case recognized(OpenedPaymentToken)
    /// 4: the processor answered.
    case submitted(ChargeOutcome)
    /// 4: the processor was not asked again; this is its first answer.
    case recalled(ChargeOutcome)
    /// 5: the order was placed.
    case ordered(Order)
    /// The payment was refused.
    case refused(PaymentRefusal)
}
