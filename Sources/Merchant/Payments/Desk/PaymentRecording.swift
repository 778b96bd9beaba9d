public import Storage

/// What a program records in the transactions of a payment, such as the request of a client and the
/// answer to it.
///
/// - Source: Documentation/Decisions/0050-payments-over-http.md.
public struct PaymentRecording: Sendable {
    /// Decides whether a payment may go on.
    public typealias Preparing = @Sendable (borrowing Transaction) throws(DeskFailure) -> Bool
    /// Records the desk's answer for an attempt, whose authorization is recorded as it is given.
    public typealias Settling =
        @Sendable (borrowing Transaction, ChargeOperation, Result<PaymentReceipt, PaymentRefusal>)
        throws(DeskFailure) -> Void

    private let preparing: Preparing
    private let settling: Settling

    /// What is recorded.
    ///
    /// - Parameters:
    ///   - preparing: Runs first in the transaction that records the charge, before the processor is
    ///     asked; where the payment was made before, in one of its own before it is answered again.
    ///     Where it returns false, having written nothing, nothing is done, and the payment is refused
    ///     as ``PaymentRefusal/withheld``.
    ///   - settling: Runs last in the transaction that records the outcome, with the desk's answer. The
    ///     answer is on the disk once the desk reports the step ``PaymentStep/submitted(_:)``. It does
    ///     not run for a payment that was made before.
    public init(preparing: @escaping Preparing, settling: @escaping Settling) {
        (self.preparing, self.settling) = (preparing, settling)
    }

    /// Whether the payment may go on.
    func prepare(in transaction: borrowing Transaction) throws(PaymentRefusal) -> Bool {
        do throws(DeskFailure) {
            return try preparing(transaction)
        } catch { throw PaymentRefusal(error) }
    }

    func settle(
        _ authorization: ChargeOperation,
        with answer: Result<PaymentReceipt, PaymentRefusal>,
        in transaction: borrowing Transaction
    ) throws(PaymentRefusal) {
        do throws(DeskFailure) {
            try settling(transaction, authorization, answer)
        } catch { throw PaymentRefusal(error) }
    }
}
