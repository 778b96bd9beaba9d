internal import Payments
internal import PlatformProcessors
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

                """,
                """
                automatic_payout_id,balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,customer_facing_amount,customer_facing_currency,payment_intent_id
                po_1,txn_1,2026-11-27 10:00:00,usd,10.75,0.61,10.14,charge,ch_1,10.75,usd,pi_1
                po_1,txn_2,2026-11-27 10:00:00,usd,-1.50,0.00,-1.50,refund,re_1,1.50,usd,pi_1

                """,
            ].map { Array($0.utf8) }
        }
    ) { input in
        if let platform = PaymentPlatform.ofSettlementReport(input) {
            guard
                let report = try? platform.settlementFile(
                    input,
                    of: ["merchantAccount": "SHOP-1"]
                )
            else { return }
            require(report.entries.allSatisfy { $0.amount != 0 }, "an entry without an amount")
            return
        }
        guard let file = try? SettlementFile(input) else { return }
        require(Array(text(of: file).utf8) == input, "a file has two forms")
        let entries = file.entries.map(\.paid).reduce(0, &+)
        var paid: Int64 = 0
        for payout in file.payouts {
            if case .merchant = payout.receiver { paid &+= payout.amount }
        }
        require(entries == paid, "what merchants are paid is not what the entries come to")
    }

    private static func text(of file: SettlementFile) -> String {
        var lines = ["settlement,1,\(file.number ?? 0),\(file.cutOff.iso8601)"]
        for entry in file.entries {
            let parts: [String?] = [
                entry.kind.rawValue, entry.currency, entry.merchant.map(quoted), entry.reference,
                entry.authorizationCode, entry.names.first, "\(entry.amount)", "\(entry.fee)",
            ]
            lines.append(parts.compactMap(\.self).joined(separator: ","))
        }
        for payout in file.payouts {
            switch payout.receiver {
            case .merchant(let name):
                lines.append("merchant,\(payout.currency),\(quoted(name)),\(payout.amount)")
            case .issuer(let name):
                lines.append("issuer,\(payout.currency),\(quoted(name)),\(payout.amount)")
            case .fees: lines.append("fees,\(payout.currency),\(payout.amount)")
            case .named: lines.append("named")
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
