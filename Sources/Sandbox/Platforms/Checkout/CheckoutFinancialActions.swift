internal import Bytes
internal import CardNetwork
internal import Cryptography
internal import Money
internal import World

/// Checkout.com's financial actions of one payout. All currencies are in one payout here.
///
/// - Source: Checkout.com, "Financial Actions by Payout ID Report", "Breakdown types". The order of the columns, and
///   the names of those that the text does not name, are guesses.
enum CheckoutFinancialActions {
    static func lines(of settlement: PlatformSettlement) -> [String] {
        let key = settlement.accounts.value("publicKey", of: .checkout)
        let digest = SHA256.digest("payout \(settlement.number) of \(key)")
        let payout = Hexadecimal.encode(Array(digest.prefix(6))).uppercased()
        let header = Settlement.line(
            "Client Entity Name",
            "Payout ID",
            "Payment ID",
            "Action ID",
            "Action Type",
            "Breakdown Type",
            "Processed On",
            "Reference",
            "Processing Currency",
            "Processing Currency Amount",
            "FX Rate Applied",
            "Holding Currency",
            "Holding Currency Amount"
        )
        return [header]
            + settlement.lines.map { line in
                let operation = line.operation
                let (amount, code) = (line.amount.decimalText, line.amount.currency.code)
                let kind = operation.kind == .refund ? "Refund" : "Capture"
                return Settlement.line(
                    "Sandbox",
                    payout,
                    operation.payment,
                    operation.identifier,
                    kind,
                    kind,
                    operation.createdAt.iso8601.replacing("Z", with: ":000"),
                    operation.details.text("reference") ?? line.payment.reference ?? "",
                    code,
                    amount,
                    "1",
                    code,
                    amount
                )
            }
    }
}
