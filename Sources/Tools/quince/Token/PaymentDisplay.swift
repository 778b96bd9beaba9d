import Bytes
import JSON
import Money
import PaymentToken

/// What a payload holds, masked unless the user asked to see it.
///
/// Only fields that are known to hold no secret are shown as they are; those that this version
/// does not know are hidden too.
struct PaymentDisplay {
    private let opened: OpenedPaymentToken
    private let revealing: Bool

    init(_ opened: OpenedPaymentToken, revealing: Bool) {
        self.opened = opened
        self.revealing = revealing
    }

    /// The payload with Apple's field names, in its own order.
    var json: JSONOutput { output(opened.payload.root, named: "") }

    /// The payload as lines for a person.
    var rows: [(String, String)] {
        var rows: [(String, String)] = []
        for (name, value) in opened.payload.root.members {
            if value.isObject {
                rows += value.members.map { (name: $0.name, text($0.value, named: $0.name)) }
            } else {
                rows.append((name, text(value, named: name)))
            }
        }
        return rows
    }

    /// The amount and the last digits of the account number, on one line.
    var summary: String {
        let number = opened.accountNumber
        let account = revealing ? number.revealedText() : number.masked(keepingLast: 4)
        guard let currency = Currency(numericCode: opened.currencyCode) else { return account }
        return "\(Money(minorUnits: opened.transactionAmount, currency: currency))  \(account)"
    }

    private static let harmless: Set<String> = [
        "applicationExpirationDate", "currencyCode", "transactionAmount",
        "deviceManufacturerIdentifier", "paymentDataType", "eciIndicator",
    ]

    private func text(_ value: JSONValue, named name: String) -> String {
        let shown =
            switch output(value, named: name) {
            case .string(let text): text
            case let other: other.compact
            }
        guard name == "transactionAmount",
            let currency = Currency(numericCode: opened.currencyCode)
        else { return shown }
        let money = Money(minorUnits: opened.transactionAmount, currency: currency)
        return "\(shown) (\(money))"
    }

    private func output(_ value: JSONValue, named name: String) -> JSONOutput {
        if value.isObject {
            return .object(
                value.members.map {
                    JSONMember(name: $0.name, value: output($0.value, named: $0.name))
                }
            )
        }
        if let elements = value.elements {
            return .array(elements.map { output($0, named: name) })
        }
        guard revealing || Self.harmless.contains(name) else { return .string(masked(value, name)) }
        if let text = value.string { return .string(text) }
        if let number = value.numberText { return .number(number) }
        return value.bool.map(JSONOutput.bool) ?? .null
    }

    private func masked(_ value: JSONValue, _ name: String) -> String {
        guard let secret = value.secretString else { return "•" }
        return secret.masked(keepingLast: name == "applicationPrimaryAccountNumber" ? 4 : 0)
    }
}
