internal import CardNetwork
internal import Money
internal import World

/// Braintree's transaction-level fee report of one disbursement. Each settlement is disbursed on a later day than the one
/// before it, and fees are 0.
///
/// - Source: Braintree, "Transaction-Level Fee Report"; the columns are some of those of a file with which Braintree's SDK
///   for Java is tested, of an account with flat rates.
enum BraintreeFeeReport {
    private static let header = """
        Merchant Account ID,Transaction ID,Original Transaction ID,Transaction Type,\
        Presentment Currency,Settlement Currency,Settlement Amount,Settlement Date,\
        Disbursement Date,Payment Instrument,Exchange Rate,Order ID,Total Fee Amount
        """

    static func lines(of settlement: PlatformSettlement) -> [String] {
        let last = settlement.lines.map(\.operation.createdAt).max()
        guard let disbursed = last?.advanced(bySeconds: settlement.number * 86_400) else {
            return [header]
        }
        return [header]
            + settlement.lines.map { line in
                let (operation, code) = (line.operation, line.amount.currency.code)
                let isRefund = operation.kind == .refund
                let order = isRefund ? operation.details.text("order") : line.payment.reference
                return Settlement.line([
                    code.lowercased(), isRefund ? operation.identifier : operation.payment,
                    isRefund ? operation.payment : "", isRefund ? "credit" : "sale", code, code,
                    operation.amount.decimalText, operation.createdAt.reportDay,
                    disbursed.reportDay, "apple_pay_card", "1.00", order ?? "",
                    Money.zero(in: line.amount.currency).decimalText,
                ])
            }
    }
}

extension UnixTime {
    /// The day in UTC, such as `2026-11-28`.
    fileprivate var reportDay: String { String(iso8601.prefix(10)) }
}
