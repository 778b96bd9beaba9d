extension LintRule {
    static let networksNeverSet = LintRule(
        name: "networks-never-set",
        sentence: "canMakePayments(usingNetworks:) is called with a list that is never set.",
        reason: "Without networks, the result says nothing about the cards that you accept.",
        remedy: "set the property to the networks that the request has in supportedNetworks",
        mission: ["4.2", "14.6"],
        documentation: "https://developer.apple.com/documentation/passkit/"
            + "pkpaymentauthorizationcontroller/canmakepayments(usingnetworks:)",
        subject: .source { unit in
            unit.calls.filter { networks(of: $0) != nil }.prefix(SourceUnit.subjectLimit)
                .compactMap { call in
                    guard
                        let networks = networks(of: call),
                        let name = property(networks, unit),
                        let declaration = unit.declaration(of: name, at: networks.lowerBound)
                            ?? unit.declaration(
                                of: String(name.dropFirst()),
                                at: networks.lowerBound
                            ),
                        isNeverSet(declaration, unit)
                    else { return nil }
                    return LintMark(
                        networks.lowerBound,
                        "\(declaration.name) is never given a value"
                    )
                }
        }
    )

    private static func networks(of call: Call) -> Range<Int>? {
        call.argument("usingNetworks") ?? call.argument("canMakePaymentsUsingNetworks")
    }

    /// `networks`, `self.networks` or `_networks`.
    private static func property(_ value: Range<Int>, _ unit: SourceUnit) -> String? {
        if let name = unit.onlyName(in: value) { return name }
        guard value.count == 3, unit.tokens[value.lowerBound].isName("self") else { return nil }
        return unit.onlyName(in: value.upperBound - 1..<value.upperBound)
    }

    private static func isNeverSet(_ declaration: Declaration, _ unit: SourceUnit) -> Bool {
        guard declaration.isPrivate || declaration.isConstant, !declaration.isComputed,
            !unit.functions.contains(where: {
                $0.parameters.contains { $0.index == declaration.index }
            })
        else { return false }
        let value = unit.tokens[declaration.value]
        guard isEmptyList(value), unit.language == .swift || value.isEmpty else { return false }
        if declaration.isConstant { return !value.isEmpty }
        return !isTouched(declaration.name, declaration.index, unit)
    }

    /// Whether a value is `[]`, `@[]` or `[PKPaymentNetwork]()`.
    private static func isEmptyList(_ value: ArraySlice<Token>) -> Bool {
        let words = value.filter { !["[", "]", "(", ")", "@"].contains($0.text) }
        return words.isEmpty
            || words.map(\.text) == ["PKPaymentNetwork"]
                && value.suffix(2).map(\.text) == ["(", ")"]
    }

    /// Whether anything else than reading could be done with a property in this file.
    private static func isTouched(_ name: String, _ declared: Int, _ unit: SourceUnit) -> Bool {
        let names: Set<String> = [name, "_\(name)"]
        let setter = "set\(name.prefix(1).uppercased())\(name.dropFirst())"
        return unit.tokens.indices.contains { index in
            let token = unit.tokens[index]
            guard token.kind == .name, index != declared else { return false }
            if token.text == setter || token.text == "$\(name)" { return true }
            guard names.contains(token.text) else { return false }
            if isInOut(index, unit) || isInTarget(index, unit) { return true }
            let before = unit.token(index - 1)
            if before?.isName("synthesize") == true || before?.isName("dynamic") == true
                || before?.isMark(")") == true
            {
                return true
            }
            guard let next = unit.token(index + 1) else { return false }
            let isCall = next.isMark(".") || next.isMark("?") || next.isMark("!")
            return isCall || (next.isMark("[") && unit.language == .swift)
                || (["=", "+=", ":"].contains(next.text) && next.kind == .mark)
        } || !unit.functions(named: name).isEmpty
    }

    /// Whether a name is the end of `&networks` or `&self.networks`.
    private static func isInOut(_ index: Int, _ unit: SourceUnit) -> Bool {
        var start = index
        while unit.token(start - 1)?.isMark(".") == true { start -= 2 }
        return unit.token(start - 1)?.isMark("&") == true
    }

    /// Whether a name is among those of `(networks, count) = …`.
    private static func isInTarget(_ index: Int, _ unit: SourceUnit) -> Bool {
        guard let opening = unit.brackets.parent(of: index), unit.tokens[opening].isMark("(")
        else { return false }
        return unit.token(unit.after(opening))?.isMark("=") == true
    }
}
