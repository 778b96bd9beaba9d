internal import Payments
internal import World

extension FuzzTarget {
    /// A settlement file that is read has one form in bytes, and its sums are right.
    static let settlement = FuzzTarget(
        "settlement",
        seeds: {
            [
                """
                settlement,1,7,2025-11-24T23:00:00Z
                capture,840,SHOP-1,HFHLV2UAOGMB,091757,403976,1075,1
                refund,840,"A,B",HFHLV2UAOGMB,091757,940678,-150,0
                fees,840,1
                merchant,840,SHOP-1,1074
                merchant,840,"A,B",-150
                issuer,840,Visa,-925
                end,8

                """
            ].map { Array($0.utf8) }
        }
    ) { input in
        guard let file = try? SettlementFile(input) else { return }
        require(Array(text(of: file).utf8) == input, "a file has two forms")
        let entries = file.entries.map { $0.amount - $0.fee }.reduce(0, &+)
        var paid: Int64 = 0
        for payout in file.payouts {
            if case .merchant = payout.receiver { paid &+= payout.amount }
        }
        require(entries == paid, "what merchants are paid is not what the entries come to")
    }

    private static func text(of file: SettlementFile) -> String {
        var lines = ["settlement,1,\(file.number),\(file.cutOff.iso8601)"]
        for entry in file.entries {
            lines.append(
                "\(entry.kind.rawValue),\(entry.currency),\(quoted(entry.merchant)),"
                    + "\(entry.reference),\(entry.authorizationCode),\(entry.trace),"
                    + "\(entry.amount),\(entry.fee)"
            )
        }
        for payout in file.payouts {
            switch payout.receiver {
            case .merchant(let name):
                lines.append("merchant,\(payout.currency),\(quoted(name)),\(payout.amount)")
            case .issuer(let name):
                lines.append("issuer,\(payout.currency),\(quoted(name)),\(payout.amount)")
            case .fees: lines.append("fees,\(payout.currency),\(payout.amount)")
            }
        }
        lines.append("end,\(lines.count + 1)")
        return lines.joined(separator: "\n") + "\n"
    }

    private static func quoted(_ part: String) -> String {
        guard part.contains(where: { $0 == "," || $0 == "\"" }) else { return part }
        return "\"" + part.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
    }
}
