internal import JSON
internal import Money
internal import Storage

// Refunds.
//
// - Source: Stripe API reference, "Refunds".
extension StripeInterface {
    func createRefund(
        _ request: StripeRequest
    ) throws(PlatformFailure) -> PlatformEngine.Beginning {
        let parameters = request.parameters
        let (intent, charge) = (parameters.text("payment_intent"), parameters.text("charge"))
        guard intent != nil || charge != nil else {
            throw StripeError.missing("payment_intent").failure
        }
        let reason = try parameters.choice(
            "reason",
            of: ["duplicate", "fraudulent", "requested_by_customer"]
        )
        var details: Details = try Self.described(by: parameters, [:])
        details["reason"] = reason.map { .string($0) }
        return { [self, details] scope, transaction throws(PlatformFailure) in
            let identifier = try charge.map { charge throws(PlatformFailure) in
                guard let found = try transaction.operation(charge), found.kind == .authorize,
                    found.platform == .stripe
                else {
                    throw StripeError.noSuch("charge", charge, "charge").failure
                }
                return found.payment
            }
            let name = identifier ?? intent ?? ""
            guard let payment = try transaction.payment(name, of: .stripe) else {
                throw StripeError.noSuch("payment_intent", name, "payment_intent").failure
            }
            let sums = try transaction.sums(of: name)
            guard !sums.isBusy else { throw StripeError.locked.failure }
            let amount = try Self.refunded(parameters.text("amount"), payment, sums)
            return try dialect.ask(
                .refund,
                scope.identifier("re_"),
                of: payment,
                amount,
                scope,
                in: transaction,
                details
            )
        }
    }

    /// The amount to pay back, in minor units.
    private static func refunded(
        _ text: String?,
        _ payment: PlatformPayment,
        _ sums: PaymentSums
    ) throws(PlatformFailure) -> Int64 {
        guard payment.state == .captured else {
            throw StripeError(
                code: payment.state == .authorized ? "charge_not_refundable" : nil,
                message: "The PaymentIntent has no charge that was captured."
            )
            .failure
        }
        guard sums.refundable > 0 else {
            throw StripeError(
                code: "charge_already_refunded",
                message: "The charge \(sums.authorization?.identifier ?? "") has been refunded."
            )
            .failure
        }
        guard let text else { return sums.refundable }
        let amount = try amount(text, "amount", payment.amount.currency).minorUnits
        guard amount <= sums.refundable else {
            throw StripeError.invalid(
                "amount",
                "The refund is greater than the amount of the charge that was not refunded."
            )
            .failure
        }
        return amount
    }
}
