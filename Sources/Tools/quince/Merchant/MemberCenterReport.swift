import CommandLineTool
import JSON

/// Reports identifiers, certificates and apps of a member center as text.
struct MemberCenterReport {
    let output: Output

    func write(_ answers: [JSONValue]) {
        var count = 0
        for (name, value) in answers.flatMap(\.members) {
            for element in value.elements ?? [] {
                count += 1
                switch name {
                case "certificates": certificate(element)
                case "apps": app(element)
                default: identifier(element)
                }
            }
        }
        if count == 0 { output.result("none") }
    }

    private func identifier(_ value: JSONValue) {
        output.line(value.text("identifier"))
        rows(value, [("name", "description"), ("team", "team"), ("registered", "registeredAt")])
    }

    private func certificate(_ value: JSONValue) {
        output.line("\(value.text("serialNumber")), \(value.text("state"))")
        rows(
            value,
            [
                ("kind", "kind"), ("issued", "issuedAt"), ("activated", "activatedAt"),
                ("replaced", "replacedAt"), ("usable until", "usableUntil"),
                ("revoked", "revokedAt"), ("valid until", "notAfter"),
            ]
        )
    }

    private func app(_ value: JSONValue) {
        output.line(value.text("bundleIdentifier"))
        rows(value, [("name", "description"), ("team", "team"), ("registered", "registeredAt")])
        let merchants = value.member("merchantIdentifiers")?.elements?.compactMap(\.string) ?? []
        output.row(
            "Apple Pay",
            merchants.isEmpty ? "off" : merchants.joined(separator: ", "),
            width: 12
        )
    }

    private func rows(_ value: JSONValue, _ names: [(String, String)]) {
        for (name, member) in names where value.member(member) != nil {
            output.row(name, value.text(member), width: 12)
        }
    }
}
