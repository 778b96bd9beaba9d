internal import Money
internal import Payments

extension CheckoutProcessor {
    /// Asks for everything that became of a payment: its state and its actions. Disputes are in messages.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func statement(
        of original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> ProcessorStatement? {
        let payments = try await payments(of: original)
        guard let payment = payments.first(where: { $0.state != .declined }) ?? payments.first
        else { return nil }
        let actions = try await actions(of: payment)
        var statement = ProcessorStatement(
            decision: payments.count == 1 ? payment.decision(actions) : nil,
            isReleased: payment.state == .released
        )
        if let captured = payment.captured, captured.minorUnits > 0 {
            statement.captured = captured
        }
        for action in actions {
            if action.type != .authorization {
                statement.outcomes.append(
                    .init(
                        key: action.reference,
                        reference: action.id,
                        declineReason: action.decline?.reason,
                        processorCode: action.decline?.code
                    )
                )
            }
            if action.type == .refund, action.isApproved, let amount = action.amount {
                statement.refunds.append(
                    .init(reference: action.id, key: action.reference, amount: amount)
                )
            }
        }
        return statement
    }
}
