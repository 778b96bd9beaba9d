internal import ASN1
internal import Bytes
package import JSON
internal import Money
package import PaymentToken

/// The content of a payload, masked unless the user asked to see it.
///
/// Only fields that are known to hold no secret are shown as they are, at the place where Apple has
/// them; those that this version does not know are hidden too.
package struct PaymentDisplay {
    private let payment: PaymentPayload
    private let revealing: Bool

    /// A payload.
    package init(_ payment: PaymentPayload, revealing: Bool) {
        self.payment = payment
        self.revealing = revealing
    }

    /// The payload with Apple's field names, in its own order.
    package var json: JSONOutput { output(payment.document.root, at: []) }

    /// The payload as lines for a person, and what the chip data is made of.
    package var rows: [(String, String)] {
        rows(of: payment.document.root, at: [], numbered: "") + chipRows
    }

    /// The values that have no values in them, as ``rows`` shows them, in their order.
    var values: [String] { rows(of: payment.document.root, at: [], numbered: "").map(\.1) }

    /// The amount and the last digits of the account number, on one line.
    package var summary: String {
        let name = "applicationPrimaryAccountNumber"
        let account = rows.first { $0.0 == name }?.1 ?? ""
        guard let currency = Currency(numericCode: payment.currencyCode) else { return account }
        return "\(Money(minorUnits: payment.transactionAmount, currency: currency))  \(account)"
    }

    /// The places of the fields that may be seen; a list has the place of its elements.
    private static let harmless: Set<[String]> = [
        ["applicationExpirationDate"], ["currencyCode"], ["transactionAmount"],
        ["deviceManufacturerIdentifier"], ["paymentDataType"], ["paymentData", "eciIndicator"],
        ["authenticationResponses", "merchantIdentifier"],
        ["authenticationResponses", "transactionAmount"],
        ["merchantTokenMetadata", "cardMetadata", "cardCountry"],
        ["merchantTokenMetadata", "cardMetadata", "expirationDate"],
        ["merchantTokenMetadata", "cardMetadata", "fpanSuffix"],
        ["merchantTokenMetadata", "cardMetadata", "shortDescription"],
        ["merchantTokenMetadata", "cardMetadata", "longDescription"],
        ["merchantTokenMetadata", "cardArt", "name"],
        ["merchantTokenMetadata", "cardArt", "type"],
        ["merchantTokenMetadata", "cardArt", "url"],
    ]

    private func rows(
        of value: JSONValue,
        at place: [String],
        numbered number: String
    ) -> [(String, String)] {
        let members = value.members
        let elements = value.elements ?? []
        if !members.isEmpty {
            return members.flatMap { rows(of: $0.value, at: place + [$0.name], numbered: number) }
        }
        if !elements.isEmpty {
            return elements.enumerated().flatMap { index, element in
                rows(of: element, at: place, numbered: "\(number) \(index + 1)")
            }
        }
        return [((place.last ?? "payment") + number, text(value, at: place))]
    }

    private var chipRows: [(String, String)] {
        guard case .emv(let chipData, _) = payment.proof else { return [] }
        let objects = chipData.objects.objects
        guard revealing else {
            return [("chip data", objects.map { "\($0.tag)" }.joined(separator: " "))]
        }
        return objects.map { object in
            let value = object.withValue { Hexadecimal.encode([UInt8](copying: $0)) }
            return ("chip data \(object.tag)", value)
        }
    }

    private func text(_ value: JSONValue, at place: [String]) -> String {
        let shown =
            switch output(value, at: place) {
            case .string(let text): text
            case let other: other.compact
            }
        guard place == ["transactionAmount"],
            let currency = Currency(numericCode: payment.currencyCode)
        else { return shown }
        let money = Money(minorUnits: payment.transactionAmount, currency: currency)
        return "\(shown) (\(money))"
    }

    private func output(_ value: JSONValue, at place: [String]) -> JSONOutput {
        if value.isObject {
            return .object(
                value.members.map {
                    JSONMember(name: $0.name, value: output($0.value, at: place + [$0.name]))
                }
            )
        }
        if let elements = value.elements { return .array(elements.map { output($0, at: place) }) }
        guard revealing || Self.harmless.contains(place) else {
            return .string(masked(value, at: place))
        }
        if let text = value.string { return .string(text) }
        if let number = value.numberText { return .number(number) }
        return value.bool.map(JSONOutput.bool) ?? .null
    }

    private func masked(_ value: JSONValue, at place: [String]) -> String {
        guard let secret = value.secretString else { return "•" }
        return secret.masked(keepingLast: place == ["applicationPrimaryAccountNumber"] ? 4 : 0)
    }
}
