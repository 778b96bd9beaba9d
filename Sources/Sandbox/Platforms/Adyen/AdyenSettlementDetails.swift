internal import CardNetwork
internal import Money
internal import World

/// Adyen's settlement details report of one batch.
///
/// - Source: Adyen, "Settlement details report".
enum AdyenSettlementDetails {
    private static let columns =
        "Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,"
        + "TimeZone,Type,Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),"
        + "Exchange Rate,Net Currency,Net Debit (NC),Net Credit (NC),Commission (NC),Markup (NC),"
        + "Scheme Fees (NC),Interchange (NC),Payment Method Variant,Modification Merchant Reference,"
        + "Batch Number"

    static func lines(of settlement: PlatformSettlement) -> [String] {
        let account = settlement.accounts.value("merchantAccount", of: .adyen)
        var lines = [columns]
        for line in settlement.lines {
            let operation = line.operation
            let brand = line.payment.details.text("brand")
            lines.append(
                Self.line(
                    account,
                    names: [line.payment.identifier, line.payment.reference, brand],
                    operation.createdAt.reportText,
                    operation.kind == .refund ? "Refunded" : "Settled",
                    operation.identifier,
                    isPayment: true,
                    line.amount,
                    brand,
                    AdyenItem(operation.details["item"])?.merchantReference,
                    settlement.number
                )
            )
        }
        guard let last = settlement.lines.last else { return lines }
        for sum in settlement.sums where sum.minorUnits != 0 {
            lines.append(
                Self.line(
                    account,
                    names: [nil, nil, nil],
                    last.operation.createdAt.reportText,
                    "MerchantPayout",
                    "Batch \(settlement.number)",
                    isPayment: false,
                    Money(minorUnits: -sum.minorUnits, currency: sum.currency),
                    nil,
                    nil,
                    settlement.number
                )
            )
        }
        return lines
    }

    /// A line. What is paid out is an amount in the column of net amounts only.
    private static func line(
        _ account: String,
        names: [String?],
        _ time: String,
        _ type: String,
        _ reference: String,
        isPayment: Bool,
        _ amount: Money,
        _ variant: String?,
        _ key: String?,
        _ batch: Int64
    ) -> String {
        let units = amount.minorUnits
        let size = Money(minorUnits: units < 0 ? -units : units, currency: amount.currency)
        let (debit, credit) = units < 0 ? (size.decimalText, "") : ("", size.decimalText)
        let fee = isPayment ? Money.zero(in: amount.currency).decimalText : ""
        let parts: [String?] =
            ["Sandbox", account] + names
            + [
                time, "UTC", type, reference, amount.currency.code, isPayment ? debit : nil,
                isPayment ? credit : nil, isPayment ? "1" : nil, amount.currency.code, debit,
                credit, fee, fee, fee, fee, variant, key, "\(batch)",
            ]
        return Settlement.line(parts.map { $0 ?? "" })
    }
}
