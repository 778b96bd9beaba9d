internal import JSON
internal import Money
internal import Payments

extension ServerConfiguration {
    /// The problems of what says who charges, beyond the form of each member.
    static func processorProblems(of root: JSONValue) -> [ConfigurationProblem] {
        guard root.isObject else { return [] }
        let platforms = root.member("platforms")?.members ?? []
        var names = Set(platforms.map(\.name))
        if root.member("network") != nil { names.insert(ProcessorName.cardNetwork.text) }
        var problems: [ConfigurationProblem] = []
        if names.isEmpty {
            problems.append(
                ConfigurationProblem("network", "it is missing, and there is no platform either")
            )
        }
        let takesCards =
            root.member("network") != nil
            || platforms.contains { $0.value.member("form")?.string != "passThrough" }
        if takesCards, root.member("processing") == nil {
            problems.append(
                ConfigurationProblem(
                    "processing",
                    "it is missing: the keys that open payment tokens"
                )
            )
        }
        for (number, route) in (root.member("routes")?.elements ?? []).enumerated() {
            let place = "routes[\(number)]"
            if let name = route.member("processor")?.string, !names.contains(name) {
                problems.append(
                    ConfigurationProblem("\(place).processor", "the configuration has no \(name)")
                )
            }
            problems += conditionProblems(of: route, at: place)
        }
        return problems
    }

    private static func conditionProblems(
        of route: JSONValue,
        at place: String
    ) -> [ConfigurationProblem] {
        let codes = route.member("currencies")?.elements?.compactMap(\.string) ?? []
        var problems = codes.filter { Currency(code: $0) == nil }.map {
            ConfigurationProblem("\(place).currencies", "\($0) is not a currency of ISO 4217")
        }
        for name in ["atLeast", "below"] {
            guard let text = route.member(name)?.string else { continue }
            if codes.count != 1 {
                problems.append(
                    ConfigurationProblem("\(place).\(name)", "it needs exactly one of currencies")
                )
            } else if let currency = Currency(code: codes[0]), Money(text, in: currency) == nil {
                problems.append(
                    ConfigurationProblem("\(place).\(name)", "it is not an amount of \(currency)")
                )
            }
        }
        return problems
    }
}

extension ServerConfiguration.Route {
    init?(_ members: Members) {
        guard let name = members.text("processor").flatMap({ ProcessorName($0) }) else {
            return nil
        }
        let currencies = members.texts("currencies").compactMap { Currency(code: $0) }
        func amount(_ name: String) -> Money? {
            guard let currency = currencies.first else { return nil }
            return members.text(name).flatMap { Money($0, in: currency) }
        }
        processor = name
        conditions = ProcessorRoutes.Conditions(
            networks: members.texts("networks"),
            currencies: Set(currencies),
            atLeast: amount("atLeast"),
            below: amount("below")
        )
    }
}

extension Money {
    fileprivate init?(_ text: String, in currency: Currency) {
        guard let amount = try? DecimalAmount(text), let money = try? Money(amount, in: currency)
        else { return nil }
        self = money
    }
}
