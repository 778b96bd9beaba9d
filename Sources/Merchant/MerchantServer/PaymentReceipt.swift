public import Charging
public import Orders
public import PaymentToken

/// What a payment came to: held by the issuer, and ordered.
public struct PaymentReceipt: Hashable, Sendable {
    /// The identifier of the payment, which receipts show (mission 11.5).
    public let transactionID: TransactionID
    /// The issuer's hold.
    public let authorization: AuthorizedAttempt
    /// The order.
    public let order: Order
}

/// A step of a payment that is done, for whoever follows it (mission 12.1 to 12.5).
public enum PaymentStep: Sendable {
    /// 1: the submission was received.
    case received(bytes: Int)
    /// 2: the token's hashes, signature, chain, markers and time are good.
    case verified(VerifiedPaymentToken)
    /// 3: it was decrypted, and it is new.
    case decrypted(OpenedPaymentToken)
    /// 3: it was decrypted, and the same order sent it before: the first answer is given again.
    case recognized(OpenedPaymentToken)
    /// 4: the network answered.
    case submitted(ChargeOutcome)
    /// 4: the network was not asked anew; this is what it answered the first time.
    case recalled(ChargeOutcome)
    /// 5: the order is in order tracking.
    case ordered(Order)
    /// The payment went no further.
    case refused(PaymentRefusal)
}
