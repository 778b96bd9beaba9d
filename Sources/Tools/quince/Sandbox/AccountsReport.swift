import CardNetwork
import CommandLineTool
import JSON
import Money
import TestSandbox

/// Reports accounts of a card network, as text or as JSON. Of a card's number it has the last four
/// digits.
struct AccountsReport {
    let accounts: [AccountReport]

    func write(to output: Output, isJSON: Bool) {
        if isJSON {
            output.result(
                JSONOutput.object(["accounts": .array(accounts.map(Self.json))]).compact
            )
            return
        }
        for account in accounts { Self.write(account, to: output) }
        output.result("accounts: \(accounts.count)")
    }

    /// The card's name, such as `Visa 1111`.
    static func name(of account: AccountReport) -> String {
        let known = SandboxCard.all.first {
            $0.scheme == account.scheme && $0.number.suffix(4) == account.cardSuffix
        }
        let scheme = account.scheme?.rawValue ?? "card"
        return known?.displayName ?? "\(scheme) \(account.cardSuffix)"
    }

    private static func write(_ account: AccountReport, to output: Output) {
        let settings = account.settings
        output.line(name(of: account))
        var rows = [
            ("status", settings.status.rawValue), ("expiry", account.expiry),
            ("scenario", account.scenario?.name ?? "none"),
            ("credit", amount(settings.creditLine)),
            ("payment", limit(settings.paymentLimit, amount)),
            ("daily", limit(settings.dailyAmount, amount)),
            ("daily count", limit(settings.dailyPayments) { "at most \($0)" }),
            ("address", settings.address.map { "\($0.street), \($0.postalCode)" } ?? "none"),
            ("PIN", pin(account)),
        ]
        for balance in account.balances {
            rows.append(
                (
                    "balance",
                    money(balance.available, balance.currency) + " available, "
                        + money(balance.held, balance.currency) + " held, "
                        + money(balance.owed, balance.currency) + " owed"
                )
            )
        }
        for (name, value) in rows { output.row(name, value, width: 11) }
    }

    private static func amount(_ minorUnits: Int64) -> String {
        "\(minorUnits) minor units of each currency"
    }

    private static func limit(_ limit: Int64?, _ text: (Int64) -> String) -> String {
        limit.map(text) ?? "no limit"
    }

    private static func pin(_ account: AccountReport) -> String {
        (account.hasOwnPIN ? "its own" : "that of every TEST card")
            + (account.isPINLocked ? ", locked after wrong ones" : "")
    }

    private static func money(_ minorUnits: Int64, _ numericCode: String) -> String {
        AmountText.of(minorUnits: minorUnits, numericCode: numericCode)
    }

    private static func json(_ account: AccountReport) -> JSONOutput {
        let settings = account.settings
        return .object([
            "card": .string(name(of: account)),
            "scheme": account.scheme.map { .string($0.rawValue) },
            "lastFour": .string(account.cardSuffix),
            "expiry": .string(account.expiry),
            "status": .string(settings.status.rawValue),
            "scenario": account.scenario.map { .string($0.name) },
            "credit": .integer(settings.creditLine),
            "paymentLimit": settings.paymentLimit.map { .integer($0) },
            "dailyLimit": settings.dailyAmount.map { .integer($0) },
            "dailyCount": settings.dailyPayments.map { .integer($0) },
            "address": settings.address.map {
                .object([
                    "street": .string($0.street), "postalCode": .string($0.postalCode),
                ])
            },
            "ownPIN": .bool(account.hasOwnPIN),
            "pinLocked": .bool(account.isPINLocked),
            "balances": .array(
                account.balances.map {
                    .object([
                        "currency": .string($0.currency), "available": .integer($0.available),
                        "held": .integer($0.held), "owed": .integer($0.owed),
                    ])
                }
            ),
        ])
    }
}
