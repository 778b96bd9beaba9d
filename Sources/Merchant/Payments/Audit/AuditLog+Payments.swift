internal import Storage

extension AuditLog {
    /// Records a change in the transaction that makes it.
    func record(
        _ change: Change?,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        guard let change else { return }
        try record(change.caller, change.action, change.subject, in: transaction)
    }

    /// Records that a payment is captured, voided or refunded.
    func record(
        _ caller: Caller?,
        _ operation: ChargeOperation,
        in transaction: borrowing Transaction<RecordFailure>
    ) throws(RecordFailure) {
        guard let caller else { return }
        let change = Change(
            caller: caller,
            action: operation.kind.auditAction,
            subject: PaymentID(operation.attempt).text
        )
        try record(change, in: transaction)
    }
}

extension OperationKind {
    /// The change as the audit log names it.
    fileprivate var auditAction: StaticString {
        switch self {
        case .authorization: "payment.authorize"
        case .capture: "payment.capture"
        case .void: "payment.void"
        case .refund: "payment.refund"
        case .reversal: "payment.reverse"
        case .release: "payment.release"
        }
    }
}
