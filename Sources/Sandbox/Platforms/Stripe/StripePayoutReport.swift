internal import Bytes
internal import CardNetwork
internal import Cryptography
internal import Money
internal import World

/// Stripe's itemized payout reconciliation report. All currencies are in one payout here.
///
/// - Source: Stripe, "Payout reconciliation report".
enum StripePayoutReport {
    static func lines(of settlement: PlatformSettlement) -> [String] {
        let account = settlement.accounts.value("account", of: .stripe)
        let digest = SHA256.digest("payout \(settlement.number) of \(account)")
        let payout = "po_" + Hexadecimal.encode(Array(digest.prefix(12)))
        let header = Settlement.line(
            "automatic_payout_id",
            "balance_transaction_id",
            "created_utc",
            "available_on_utc",
            "currency",
            "gross",
            "fee",
            "net",
            "reporting_category",
            "source_id",
            "customer_facing_amount",
            "customer_facing_currency",
            "charge_id",
            "payment_intent_id"
        )
        return [header]
            + settlement.lines.map { line in
                let operation = line.operation
                let (time, amount) = (operation.createdAt.reportText, line.amount.decimalText)
                let isRefund = operation.kind == .refund
                return Settlement.line(
                    payout,
                    operation.stripeTransaction,
                    time,
                    time,
                    line.amount.currency.code.lowercased(),
                    amount,
                    Money.zero(in: line.amount.currency).decimalText,
                    amount,
                    isRefund ? "refund" : "charge",
                    isRefund ? operation.identifier : line.authorization,
                    operation.amount.decimalText,
                    line.amount.currency.code.lowercased(),
                    line.authorization,
                    operation.payment
                )
            }
    }
}
