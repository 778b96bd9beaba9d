extension LintRule {
    static let successWithoutServer = LintRule(
        name: "success-without-server",
        sentence: "An authorized payment is answered with success before anybody was asked.",
        reason: """
            The person is told that it is paid, and no server has seen the token. The status is the \
            server's to say.
            """,
        remedy: "send payment.token to your server, and answer with what it says",
        mission: ["10.10", "12.7"],
        documentation: delegateDocumentation,
        subject: .source { unit in
            unit.authorizations.filter { !unit.isDefaultImplementation($0) }
                .compactMap { function in
                    guard let place = answer(of: function, unit),
                        isAloneBefore(place, function, unit)
                    else { return nil }
                    return LintMark(place, "success is answered, and the token was sent to nobody")
                }
        }
    )

    private static let successes: Set<String> = [
        "success", "Success", "PKPaymentAuthorizationStatusSuccess",
    ]

    /// Where success is said, to the completion or as what the method returns.
    private static func answer(of function: FunctionText, _ unit: SourceUnit) -> Int? {
        if let handler = unit.closures(of: function).last {
            return unit.calls(in: function.body)
                .first { call in
                    call.name == handler.name
                        && unit.tokens[call.whole].prefix(200).contains {
                            successes.contains($0.text)
                        }
                }?.index
        }
        let head = unit.tokens[function.header..<function.body.lowerBound]
        guard head.contains(where: { $0.isName("async") }) else { return nil }
        return function.body.first {
            unit.tokens[$0].kind == .name && successes.contains(unit.tokens[$0].text)
        }
    }

    /// Whether nothing was called and nothing was asked before a place.
    private static func isAloneBefore(
        _ place: Int,
        _ function: FunctionText,
        _ unit: SourceUnit
    ) -> Bool {
        let before = function.body.lowerBound..<place
        let calls = unit.calls(in: before)
            .filter { !unit.isHarmless($0) && !isResult($0, unit) && !$0.whole.contains(place) }
        guard calls.isEmpty,
            !unit.tokens[before].contains(where: { ["await", "try", "for", "^"].contains($0.text) })
        else { return false }
        return before.allSatisfy { index in
            guard ["if", "guard", "switch", "while"].contains(unit.tokens[index].text) else {
                return !unit.tokens[index].isMark("?")
            }
            return isDecided(from: index, function, unit)
        }
    }

    private static func isResult(_ call: Call, _ unit: SourceUnit) -> Bool {
        call.name == "PKPaymentAuthorizationResult" || call.name == "alloc"
            || call.name == "initWithStatus"
    }

    /// Whether a condition asks for nothing but what this method has just decided by itself.
    private static func isDecided(
        from start: Int,
        _ function: FunctionText,
        _ unit: SourceUnit
    ) -> Bool {
        let end =
            unit.tokens[start...].prefix(200).firstIndex { $0.isMark("{") || $0.isMark(";") }
            ?? start
        let names = unit.names(in: start + 1..<max(start + 1, end))
        return !names.isEmpty
            && names.allSatisfy { name in
                guard let declaration = unit.declaration(of: name, at: start),
                    function.body.contains(declaration.index), declaration.value.count == 1,
                    let value = unit.token(declaration.value.lowerBound)
                else { return false }
                return ["YES", "true", "1"].contains(value.text)
            }
    }
}
