import CommandLineTool
import JSON
import Money
import Payments
import World

/// The result of a reconciliation, as text or as JSON.
struct ReconciliationText {
    /// The settlement file.
    let path: String

    func write(_ failure: SettlementFileFailure, to output: Output, isJSON: Bool) {
        if isJSON {
            let json = JSONOutput.object([
                "verdict": .string("refused"),
                "line": .integer(Int64(failure.line)),
                "cause": .string("\(failure.cause)"),
                "remedy": .string(failure.remedy),
            ])
            output.result(json.compact)
        } else {
            output.line("refused: \(path): \(failure)")
            output.line("  remedy: \(failure.remedy)")
        }
    }

    func write(_ report: ReconciliationReport, to output: Output, isJSON: Bool) {
        if isJSON {
            output.result(json(report).compact)
            return
        }
        let name = report.name ?? "\(report.number)"
        output.result("settlement \(name) of \(report.processor), \(report.cutOff)")
        for total in report.totals {
            let parts = [
                ("captured", total.captured), ("refunded", total.refunded),
                ("disputed", total.disputed), ("fees", total.fees), ("other", total.other),
                ("paid", total.paid),
            ]
            let texts = parts.filter { $1 != 0 || !["disputed", "other"].contains($0) }.map {
                name,
                amount in
                "\(name) \(AmountText.of(minorUnits: amount, numericCode: total.currency))"
            }
            output.result(texts.joined(separator: ", "))
        }
        for line in report.others {
            let amount = AmountText.of(minorUnits: line.amount, numericCode: line.currency)
            output.result("line \(line.line), \(Self.name(of: line)): \(amount)")
        }
        for difference in report.differences {
            output.line("\(subject(difference)): \(difference.cause)")
            output.row(
                "\(difference.cause.actor.rawValue):",
                difference.cause.remedy,
                width: 9
            )
        }
        output.result("entries: \(report.entries), matched: \(report.matched)")
        if report.disputed > 0 { output.result("disputes: \(report.disputed)") }
        output.result("of other merchants: \(report.otherMerchants)")
        output.result("not settled yet: \(report.awaiting)")
        output.result("differences: \(report.differences.count)")
    }

    private func subject(_ difference: SettlementDifference) -> String {
        if let entry = difference.entry {
            let amount = AmountText.of(
                minorUnits: entry.amount,
                numericCode: entry.currency
            )
            let key = difference.operation.map { ", \($0.idempotencyKey)" } ?? ""
            let names = ([entry.reference] + entry.names.prefix(1)).joined(separator: " ")
            return "line \(entry.line), \(entry.kind.rawValue) \(names) of \(amount)\(key)"
        }
        guard let operation = difference.operation else { return path }
        return "\(operation.idempotencyKey) of \(operation.amount), \(operation.changedAt)"
    }

    private func json(_ report: ReconciliationReport) -> JSONOutput {
        .object([
            "verdict": .string(report.agrees ? "agrees" : "differs"),
            "settlement": .integer(report.number), "name": report.name.map { .string($0) },
            "processor": .string(report.processor.text),
            "cutOff": .string(report.cutOff.iso8601),
            "entries": .integer(Int64(report.entries)),
            "matched": .integer(Int64(report.matched)),
            "disputes": .integer(Int64(report.disputed)),
            "otherMerchants": .integer(Int64(report.otherMerchants)),
            "awaiting": .integer(Int64(report.awaiting)),
            "totals": .array(
                report.totals.map { total in
                    .object([
                        "currencyCode": .string(Self.code(total.currency)),
                        "captured": Self.amount(total.captured, total.currency),
                        "refunded": Self.amount(total.refunded, total.currency),
                        "disputed": Self.amount(total.disputed, total.currency),
                        "fees": Self.amount(total.fees, total.currency),
                        "other": Self.amount(total.other, total.currency),
                        "paid": Self.amount(total.paid, total.currency),
                    ])
                }
            ),
            "others": .array(
                report.others.map { line in
                    .object([
                        "line": .integer(Int64(line.line)), "name": .string(Self.name(of: line)),
                        "amount": Self.amount(line.amount, line.currency),
                        "currencyCode": .string(Self.code(line.currency)),
                    ])
                }
            ),
            "differences": .array(report.differences.map(Self.json)),
        ])
    }

    private static func json(_ difference: SettlementDifference) -> JSONOutput {
        let (entry, operation) = (difference.entry, difference.operation)
        return .object([
            "cause": .string(difference.cause.name),
            "detail": .string("\(difference.cause)"),
            "actor": .string(difference.cause.actor.rawValue),
            "remedy": .string(difference.cause.remedy),
            "line": entry.map { .integer(Int64($0.line)) },
            "entry": entry.map { entry in
                .object([
                    "kind": .string(entry.kind.rawValue),
                    "merchant": entry.merchant.map { .string($0) },
                    "reference": .string(entry.reference),
                    "trace": entry.names.first.map { .string($0) },
                    "authorizationCode": entry.authorizationCode.map { .string($0) },
                    "amount": amount(entry.amount, entry.currency),
                    "currencyCode": .string(code(entry.currency)),
                ])
            },
            "operation": operation.map { operation in
                .object([
                    "key": .string(operation.idempotencyKey.text),
                    "attempt": .string(operation.attempt.text),
                    "kind": .string(operation.kind.rawValue),
                    "state": .string(operation.state.name.rawValue),
                    "amount": .string(operation.amount.decimalText),
                    "currencyCode": .string(operation.amount.currency.code),
                    "changedAt": .string(operation.changedAt.iso8601),
                ])
            },
        ])
    }

    /// The platform's name of a line that is about no payment.
    private static func name(of line: SettlementPayout) -> String {
        if case .named(let name) = line.receiver { name } else { "payout" }
    }

    /// The letters of a currency; its digits where it is not known.
    private static func code(_ numericCode: String) -> String {
        Currency(numericCode: numericCode)?.code ?? numericCode
    }

    /// A decimal amount; minor units where the currency is not known.
    private static func amount(_ minorUnits: Int64, _ numericCode: String) -> JSONOutput {
        let money = Currency(numericCode: numericCode).map {
            Money(minorUnits: minorUnits, currency: $0)
        }
        return .string(money?.decimalText ?? "\(minorUnits)")
    }
}
