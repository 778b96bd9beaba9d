internal import Bytes
internal import Cryptography
package import JSON
internal import Storage
internal import World

/// One item of a webhook, without its outcome.
///
/// - Source: Adyen, *Webhooks API v1*, `NotificationRequestItem`.
struct AdyenItem: Sendable {
    let event: String
    /// Adyen's reference of the request.
    let reference: String
    /// The members, as they are recorded.
    let json: JSONOutput

    /// An item; without an amount it states none of any currency.
    init(
        event: String,
        reference: String,
        original: String? = nil,
        merchantAccount: String,
        merchantReference: String?,
        amount: JSONOutput?,
        method: String?
    ) {
        (self.event, self.reference) = (event, reference)
        json = .object([
            "amount": amount ?? .object(["currency": "EUR", "value": .integer(0)]),
            "eventCode": .string(event),
            "merchantAccountCode": .string(merchantAccount),
            "merchantReference": .string(merchantReference ?? ""),
            "originalReference": original.map { .string($0) },
            "paymentMethod": method.map { .string($0) }, "pspReference": .string(reference),
        ])
    }

    /// An item that was recorded.
    init?(_ json: JSONOutput?) {
        guard let json, let event = json.text("eventCode"),
            let reference = json.text("pspReference")
        else { return nil }
        (self.event, self.reference, self.json) = (event, reference, json)
    }

    /// The merchant's reference of the request, or of the payment.
    var merchantReference: String? { json.text("merchantReference") }
}

extension Transaction<PlatformFailure> {
    /// Records the outcome of a request for webhooks: the reason of a failure, or none and a note; and members of
    /// `additionalData`.
    func tell(
        _ item: AdyenItem,
        reason: String?,
        note: String = "",
        data: KeyValuePairs<String, JSONOutput?> = [:],
        _ scope: PlatformScope
    ) throws(PlatformFailure) {
        guard case .object(let members) = item.json else { return }
        let outcome: [JSONMember] = [
            JSONMember(name: "additionalData", value: .object(data)),
            JSONMember(name: "eventDate", value: .string(scope.now.iso8601)),
            JSONMember(name: "reason", value: .string(reason ?? note)),
            JSONMember(name: "success", value: .string(reason == nil ? "true" : "false")),
        ]
        try tell(
            item.event,
            scope.identifier("evt_"),
            .object(members + outcome),
            of: .adyen,
            scope
        )
    }
}

/// The signature of an item: HMAC-SHA256 over eight of its members, in Base64.
///
/// - Source: Adyen, "Verify HMAC signatures".
package struct AdyenSignature: Hashable, Sendable {
    /// The value of `hmacSignature`.
    package let text: String

    /// The signature of an item with a hexadecimal key. A key of another form is that of a fault on purpose.
    package init(of item: JSONOutput, key: String) {
        let amount = item.value("amount")
        var value = ""
        if case .integer(let units)? = amount?.value("value") { value = "\(units)" }
        if case .number(let digits)? = amount?.value("value") { value = digits }
        let content = [
            item.text("pspReference"), item.text("originalReference"),
            item.text("merchantAccountCode"), item.text("merchantReference"), value,
            amount?.text("currency"), item.text("eventCode"), item.text("success"),
        ]
        let bytes = (try? Hexadecimal.decode(key)) ?? Array(key.utf8)
        let code = HMACSHA256(key: Secret(copying: bytes)).code(
            for: Array(content.map { $0 ?? "" }.joined(separator: ":").utf8)
        )
        text = code.withBytes { Base64.encode($0) }
    }
}

extension JSONOutput {
    fileprivate func value(_ name: String) -> JSONOutput? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }

    fileprivate func text(_ name: String) -> String? {
        if case .string(let text)? = value(name) { text } else { nil }
    }

    /// The item with its signature among the additional data.
    func signed(with key: String) -> JSONOutput {
        guard case .object(let members) = self else { return self }
        let signature = JSONMember(
            name: "hmacSignature",
            value: .string(AdyenSignature(of: self, key: key).text)
        )
        return .object(
            members.map { member in
                guard member.name == "additionalData", case .object(let data) = member.value else {
                    return member
                }
                return JSONMember(name: member.name, value: .object(data + [signature]))
            }
        )
    }
}
