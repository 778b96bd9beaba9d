internal import HTTPMessages
internal import JSON
internal import Money
internal import Payments

extension StripeProcessor {
    /// Asks for everything that became of a payment: the PaymentIntent, and its refunds and disputes where
    /// it has some.
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
        if intent.isRefunded {
            let refunds = try await list("refunds?payment_intent=\(intent.id)") { StripeRefund($0) }
            statement.refunds = refunds.filter(\.counts).map {
                .init(reference: $0.id, key: $0.key, amount: $0.amount)
            }
        }
        if intent.isDisputed {
            statement.disputes = try await list("disputes?payment_intent=\(intent.id)") {
                ProcessorStatement.Dispute(stripe: $0)
            }
        }
        return statement
    }

    /// The objects of a list, of which a payment has few.
    private func list<Object>(
        _ path: String,
        _ read: (JSONValue) -> Object?
    ) async throws(ProcessorFailure) -> [Object] {
        let answer = try await ask(.get, "\(path)&limit=100")
        guard answer.isSuccess, let list = answer.json?.member("data")?.elements else {
            throw .outcomeUnknown(.answerUnreadable)
        }
        return list.compactMap(read)
    }
}

extension ProcessorStatement.Dispute {
    /// - Source: Stripe, *The Dispute object*, `status`.
    fileprivate init?(stripe json: JSONValue) {
        guard let reference = json.member("id")?.string,
            let amount = json.stripeAmount("amount"),
            let status = json.member("status")?.string
        else { return nil }
        let state: DisputeState =
            switch status {
            case "won", "warning_closed", "prevented": .won
            case "lost": .lost
            default: .open
            }
        self.init(reference: reference, amount: amount, state: state)
    }
}
