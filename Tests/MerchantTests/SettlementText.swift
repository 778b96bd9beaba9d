import Cryptography
import Money
import Payments

/// A settlement file as a network writes it, with its sums. Made without the program's reader, and with
/// references that are derived here again (decision 41).
struct SettlementText {
    struct Entry {
        var kind = "capture"
        var currency = "840"
        var merchant = "SHOP-1"
        var reference: String
        var code = "A1B2C3"
        var trace: String
        var amount: Int64
        var fee: Int64 = 0

        var line: String {
            "\(kind),\(currency),\(merchant),\(reference),\(code),\(trace),\(amount),\(fee)"
        }

        /// The network's line of a capture or a refund.
        init(_ operation: ChargeOperation, fee: Int64 = 0) {
            reference = SettlementText.reference("\(operation.attempt)-auth")
            trace = SettlementText.trace(operation.idempotencyKey.text)
            kind = operation.kind.rawValue
            let isRefund = operation.kind == .refund
            amount = isRefund ? -operation.amount.minorUnits : operation.amount.minorUnits
            self.fee = fee
        }
    }

    var number = 1
    var time = "2025-11-24T23:00:00Z"
    var entries: [Entry]

    var bytes: [UInt8] { Array(text.utf8) }

    var text: String {
        var lines = ["settlement,1,\(number),\(time)"] + entries.map(\.line)
        for currency in Set(entries.map(\.currency)).sorted() {
            let all = entries.filter { $0.currency == currency }
            for merchant in Set(all.map(\.merchant)).sorted() {
                let paid = all.filter { $0.merchant == merchant }.map { $0.amount - $0.fee }
                lines.append("merchant,\(currency),\(merchant),\(paid.reduce(0, +))")
            }
            let fees = all.map(\.fee).reduce(0, +)
            if fees != 0 { lines.append("fees,\(currency),\(fees)") }
            lines.append("issuer,\(currency),Bank,\(-all.map(\.amount).reduce(0, +))")
        }
        lines.append("end,\(lines.count + 1)")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ key: String) -> [UInt64] {
        let digest = SHA256.digest("quince card message 1 " + key)
        return [0, 8].map { start in
            digest[start..<(start + 8)].reduce(0) { $0 * 256 + UInt64($1) }
        }
    }

    static func trace(_ key: String) -> String {
        String(String(1_000_000 + words(key)[0] % 999_999 + 1).dropFirst())
    }

    static func reference(_ key: String) -> String {
        var rest = words(key)[1]
        let letters = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return String(
            (0..<12).map { _ in
                defer { rest /= 36 }
                return letters[Int(rest % 36)]
            }
        )
    }
}
