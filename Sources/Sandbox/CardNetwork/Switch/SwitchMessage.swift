internal import Bytes
package import ISO8583

/// Reads the messages of a merchant's bank, and writes the answers.
package struct SwitchMessage: Sendable {
    /// What a message is for the switch.
    package enum Content: Sendable {
        /// It is decided.
        case request(SwitchRequest)
        /// It asks for the connection: 001 sign-on, 002 sign-off, 301 echo.
        case management(String)
        /// The next authorization of a merchant is to be played so.
        case call(Scenario, merchant: String)
        /// It is answered with this code, and nothing is done.
        case refused(ResponseCode)
        /// It is an answer, or of no type that has one, and gets none.
        case ignored
    }

    /// The code of field 70 that asks for a scenario: in the range that ISO 8583 leaves to networks.
    package static let scenarioCode = "900"

    private let message: ISO8583Message
    private let key: DigestKey

    /// A message.
    package init(_ message: ISO8583Message, key: DigestKey) {
        self.message = message
        self.key = key
    }

    /// Reads the message.
    package var content: Content {
        guard message.type.response != nil else { return .ignored }
        switch message.type.number / 100 {
        case 8: return management
        case 1, 2, 4: break
        default: return .refused(.invalidTransaction)
        }
        guard let identity, let amount = number(4), let currency = text(49),
            let reference = text(37), let trace = text(11), let merchant = text(42)
        else { return .refused(.formatError) }
        let kind: SwitchRequest.Kind
        switch kindOfRequest {
        case .success(let read): kind = read
        case .failure(let refusal): return .refused(refusal.code)
        }
        return .request(
            SwitchRequest(
                kind: kind,
                identity: identity,
                duplicateKey: message.type.number / 100 == 4 ? nil : duplicateKey(amount),
                content: key.content(canonicalBytes),
                amount: amount,
                currency: currency,
                merchant: merchant,
                reference: reference,
                trace: trace
            )
        )
    }

    private struct Refusal: Error { let code: ResponseCode }

    private var kindOfRequest: Result<SwitchRequest.Kind, Refusal> {
        let processing = text(3)?.prefix(2)
        switch (message.type.number / 10, processing) {
        case (10, "00"):
            return card.map { .success(.authorization($0)) }
                ?? .failure(Refusal(code: .formatError))
        case (20, "20"):
            return original.map { .success(.refund(original: $0)) }
                ?? .failure(Refusal(code: .formatError))
        case (22, "00"):
            return original.map { .success(.capture(original: $0)) }
                ?? .failure(Refusal(code: .formatError))
        case (40, _), (42, _):
            guard let original, let remaining = replacementAmount else {
                return .failure(Refusal(code: .formatError))
            }
            return .success(.reversal(original: original, remaining: remaining))
        default: return .failure(Refusal(code: .invalidTransaction))
        }
    }

    private var card: SwitchRequest.Card? {
        guard let number = message.fields[2], let expiry = text(14), let cryptogram else {
            return nil
        }
        let token = key.identifier(of: Secret(copying: number))
        var card = SwitchRequest.Card(token: token, expiry: expiry, cryptogram: cryptogram)
        card.address = address
        card.acceptsPartialApproval = true
        card.hasPIN = message.fields[52] != nil
        return card
    }

    /// Field 126: the cryptogram in hexadecimal.
    private var cryptogram: Secret? {
        guard let digits = message.fields[126] else { return nil }
        return try? Hexadecimal.decodeSecret(digits.span)
    }

    /// Field 123: nine characters of the postal code, padded with spaces, and the street.
    private var address: BillingAddress? {
        guard let text = message.text(123), text.utf8.count >= 9 else { return nil }
        return BillingAddress(
            postalCode: String(text.prefix(9)).trimmingSpaces,
            street: String(text.dropFirst(9)).trimmingSpaces
        )
    }

    /// Field 95: what remains of the amount; zero without the field.
    private var replacementAmount: Int64? {
        guard message.fields[95] != nil else { return 0 }
        return message.text(95).flatMap { Int64($0.prefix(12)) }
    }

    private var management: Content {
        guard text(11) != nil, let code = text(70) else { return .refused(.formatError) }
        switch code {
        case "001", "002", "301": return .management(code)
        case Self.scenarioCode:
            guard let merchant = text(42), let scenario = text(48).flatMap(Scenario.named) else {
                return .refused(.formatError)
            }
            return .call(scenario, merchant: merchant)
        default: return .refused(.invalidTransaction)
        }
    }

    // MARK: References

    private var identity: String? {
        guard let trace = text(11), let time = text(7) else { return nil }
        return identity(
            message.type.number / 100,
            trace: trace,
            time: time,
            bank: Self.withoutZeros(text(32) ?? "")
        )
    }

    private func identity(
        _ kind: UInt16,
        trace: String,
        time: String,
        bank: Substring
    ) -> String? {
        guard let reference = text(37), let terminal = text(41), let merchant = text(42) else {
            return nil
        }
        return "\(kind)|\(trace)|\(time)|\(bank)|\(reference)|\(terminal)|\(merchant)"
    }

    /// The identity of the message that field 90 refers to: type, trace, time and bank, with this
    /// message's reference, terminal and merchant.
    private var original: String? {
        guard let elements = text(90) else { return nil }
        let digits = Array(elements)
        guard digits.count == 42, let number = UInt16(String(digits[0..<4])),
            [1, 2].contains(number / 100)
        else { return nil }
        return identity(
            number / 100,
            trace: String(digits[4..<10]),
            time: String(digits[10..<20]),
            bank: Self.withoutZeros(String(digits[20..<31]))
        )
    }

    private func duplicateKey(_ amount: Int64) -> String? {
        let parts = [11, 37, 41, 42].map { text($0) ?? "" }
        return "\(message.type.number / 100)|\(parts.joined(separator: "|"))|\(amount)"
    }

    /// The message without its type, whose last digits differ in a repeat.
    private var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        for (field, value) in message.fields.sorted(by: { $0.key < $1.key }) {
            bytes += [UInt8(field), UInt8(value.count >> 8 & 0xff), UInt8(value.count & 0xff)]
            bytes += value
        }
        return bytes
    }

    private func text(_ field: Int) -> String? { message.text(field)?.trimmingSpaces }

    private func number(_ field: Int) -> Int64? { text(field).flatMap { Int64($0) } }

    private static func withoutZeros(_ digits: String) -> Substring {
        digits.drop { $0 == "0" }
    }
}

extension String {
    /// The text without the spaces at its ends.
    fileprivate var trimmingSpaces: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}
