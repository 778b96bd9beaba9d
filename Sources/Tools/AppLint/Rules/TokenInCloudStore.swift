extension LintRule {
    static let tokenInCloudStore = LintRule(
        name: "token-in-cloud-store",
        sentence:
            "The data of a payment token is stored in NSUbiquitousKeyValueStore or UserDefaults.",
        reason: """
            A token is for your server, once and within minutes. iCloud's store copies it to every \
            device of the account, and UserDefaults to every backup.
            """,
        remedy: "send the token to your server at once and keep no copy; "
            + "for a receipt keep transactionIdentifier",
        mission: ["14.4", "14.6"],
        documentation:
            "https://developer.apple.com/documentation/passkit/pkpaymenttoken/paymentdata",
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            return unit.calls.filter { keeping.contains($0.name) && $0.argument("forKey") != nil }
                .prefix(1_000)
                .compactMap { call in
                    guard let value = call.arguments.first?.value,
                        let store = store(of: call, unit),
                        let name = TokenDataSearch.name(in: value, unit)
                    else { return nil }
                    return LintMark(
                        call.whole.lowerBound,
                        "the data of a payment token (\(name)) is stored in \(store)"
                    )
                }
        }
    )

    private static let keeping: Set<String> = [
        "set", "setValue", "setObject", "setData", "setString", "setArray", "setDictionary",
    ]

    private static let stores = ["NSUbiquitousKeyValueStore", "UserDefaults", "NSUserDefaults"]

    private static func store(of call: Call, _ unit: SourceUnit) -> String? {
        let names = unit.names(in: call.receiver)
        if let store = stores.first(where: names.contains) { return store }
        guard let name = names.first(where: { $0 != "self" }), names.count <= 2,
            let declaration = unit.declaration(of: name, at: call.index)
        else { return nil }
        let typed = unit.names(in: declaration.type)
        if !typed.isEmpty { return typed.count == 1 ? stores.first(where: typed.contains) : nil }
        let value = unit.names(in: declaration.value)
        return stores.first { value.first == $0 }
    }
}
