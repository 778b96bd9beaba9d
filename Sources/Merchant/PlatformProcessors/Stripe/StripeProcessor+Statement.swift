internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments

extension StripeProcessor {
    /// Asks for everything that became of a payment: the PaymentIntent, the refunds of one that is captured, and
    /// its disputes where it has some.
    ///
    /// - Throws: ``Payments/ProcessorFailure``.
    func statement(
        of original: OriginalAuthorization
    ) async throws(ProcessorFailure) -> ProcessorStatement? {
        guard let intent = try await current(original) else { return nil }
        var statement = ProcessorStatement(
            decision: intent.decision,
            isReleased: intent.status == .canceled
        )
        guard intent.status == .succeeded else { return statement }
        statement.captured = intent.received
        // A refund that fails later is in no amount of the charge any more.
        for refund in try await list("refunds?payment_intent=\(intent.id)", StripeRefund.init) {
            if refund.counts {
                statement.refunds.append(
                    .init(reference: refund.id, key: refund.key, amount: refund.amount)
                )
            } else {
                statement.outcomes.append(
                    .init(key: refund.key, reference: refund.id, declineReason: .doNotHonor)
                )
            }
        }
        if intent.isDisputed {
            statement.disputes = try await list(
                "disputes?payment_intent=\(intent.id)",
                ProcessorStatement.Dispute.init
            )
        }
        return statement
    }
}

extension ProcessorStatement.Dispute {
    /// A dispute, as far as a processor reads it.
    ///
    /// - Source: Stripe, *The Dispute object*.
    fileprivate init?(_ json: JSONValue?) {
        guard let json, let id = json.member("id")?.string,
            let amount = json.stripeAmount("amount"),
            let status = json.member("status")?.string
        else { return nil }
        let state: DisputeState =
            switch status {
            case "won", "warning_closed", "prevented": .won
            case "lost": .lost
            default: .open
            }
        self.init(reference: id, amount: amount, state: state)
    }
}
