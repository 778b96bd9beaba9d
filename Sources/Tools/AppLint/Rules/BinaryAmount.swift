extension LintRule {
    static let binaryAmount = LintRule(
        name: "binary-amount",
        sentence: "An amount of money is created from a Double or a Float.",
        reason: """
            A Double cannot represent most amounts: 0.42 becomes 0.41999…, so sums differ from what \
            the sheet shows. Amounts that a Double represents exactly, such as 12.75, are not reported.
            """,
        remedy: "create it from text, as in NSDecimalNumber(string: \"22.99\"), "
            + "or from mantissa and exponent",
        mission: ["7.13", "7.14", "7.21"],
        documentation:
            "https://developer.apple.com/documentation/passkit/pkpaymentsummaryitem/amount",
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            return unit.calls.compactMap { mark($0, unit) } + typedLiterals(unit)
        }
    )

    private static func mark(_ call: Call, _ unit: SourceUnit) -> LintMark? {
        let maker = unit.names(in: call.receiver).first ?? call.name
        if maker.hasPrefix("PK"), let amount = call.argument("amount") {
            guard let literal = literal(in: amount, unit) else { return nil }
            return LintMark(
                amount.lowerBound,
                "the amount \(literal) is read as a Double, which cannot represent it"
            )
        }
        return unit.language == .swift ? swiftMark(call, unit) : objectiveCMark(call, unit)
    }

    private static func swiftMark(_ call: Call, _ unit: SourceUnit) -> LintMark? {
        guard ["Decimal", "NSDecimalNumber"].contains(call.name), call.receiver.isEmpty,
            call.arguments.count == 1, let argument = call.arguments.first
        else { return nil }
        let named = ["double", "float", "floatLiteral"].contains(argument.label)
        let bare = call.name == "Decimal" && argument.label.isEmpty
        guard named || bare || argument.label == "value",
            isBinary(argument.value, isNamed: named, unit), !isRounded(call, unit)
        else { return nil }
        return LintMark(call.index, "\(call.name) is created from \(words(argument.value, unit))")
    }

    private static func objectiveCMark(_ call: Call, _ unit: SourceUnit) -> LintMark? {
        guard unit.names(in: call.receiver).first == "NSDecimalNumber",
            let argument = call.arguments.first
        else { return nil }
        let makers = ["numberWithDouble", "numberWithFloat", "initWithDouble", "initWithFloat"]
        if makers.contains(call.name) {
            guard isBinary(argument.value, isNamed: true, unit), !isRounded(call, unit) else {
                return nil
            }
            return LintMark(
                call.index,
                "NSDecimalNumber is created from \(words(argument.value, unit))"
            )
        }
        guard ["decimalNumberWithDecimal", "initWithDecimal"].contains(call.name) else {
            return nil
        }
        let throughBinary =
            unit.names(in: argument.value).contains { makers.contains($0) }
            || unit.tokens[argument.value].contains {
                $0.kind == .number && DecimalLiteral.isInexactAsDouble($0.text)
            }
        return throughBinary
            ? LintMark(call.index, "NSDecimalNumber is created from a floating-point value") : nil
    }

    /// Whether the number is rounded to decimal places at once, which repairs it.
    private static func isRounded(_ call: Call, _ unit: SourceUnit) -> Bool {
        let end = call.whole.upperBound
        let next = unit.language == .swift ? [end + 1] : [end, end + 1]
        return next.contains { index in
            ["rounding", "rounded", "decimalNumberByRoundingAccordingToBehavior"]
                .contains(unit.token(index)?.text)
        }
    }

    /// Whether a value is a Double: a literal that it cannot represent, or something of that type.
    private static func isBinary(_ value: Range<Int>, isNamed: Bool, _ unit: SourceUnit) -> Bool {
        let number = unit.tokens[value].filter { !$0.isMark("-") }
        if number.count == 1, let only = number.first, only.kind == .number {
            return DecimalLiteral.isInexactAsDouble(only.text)
        }
        if isNamed || isConversion(value, unit) { return !value.isEmpty }
        var path = unit.tokens[value][...]
        if path.first?.isName("self") == true { path = path.dropFirst(2) }
        guard path.count == 1, let name = path.first, name.kind == .name,
            let declaration = unit.declaration(of: name.text, at: value.lowerBound)
        else { return false }
        if !declaration.type.isEmpty {
            return ["Double", "Float", "CGFloat"].contains(
                unit.onlyName(in: declaration.type) ?? ""
            )
        }
        return literal(in: declaration.value, unit) != nil
    }

    /// Whether a value is text read as a Double, as in `Double(text) ?? 0`. `Double(cents)` is not.
    private static func isConversion(_ value: Range<Int>, _ unit: SourceUnit) -> Bool {
        guard let first = value.first,
            ["Double", "Float", "CGFloat"].contains(unit.tokens[first].text),
            unit.token(first + 1)?.isMark("(") == true,
            let next = unit.token(unit.after(first + 1))
        else { return false }
        return next.isMark("??") || next.isMark("!")
    }

    /// `let price: Decimal = 3.99` goes through a Double too.
    private static func typedLiterals(_ unit: SourceUnit) -> [LintMark] {
        guard unit.language == .swift else { return [] }
        return unit.tokens.indices.compactMap { index in
            guard unit.tokens[index].isMark("="), index > 1, unit.tokens[index - 2].isMark(":"),
                ["Decimal", "NSDecimalNumber"].contains(unit.tokens[index - 1].text)
            else { return nil }
            let isNegative = unit.token(index + 1)?.isMark("-") == true
            let place = index + (isNegative ? 2 : 1)
            guard place < unit.tokens.count, let literal = literal(in: place..<place + 1, unit)
            else { return nil }
            return LintMark(
                place,
                "the \(unit.tokens[index - 1].text) \(literal) is read as a Double, which cannot represent it"
            )
        }
    }

    /// The literal that is all of a value, if a Double cannot represent it.
    private static func literal(in value: Range<Int>, _ unit: SourceUnit) -> String? {
        let words = unit.tokens[value].filter {
            !["-", "@", "(", ")"].contains($0.text) || $0.kind != .mark
        }
        guard words.count == 1, let word = words.first, word.kind == .number,
            DecimalLiteral.isInexactAsDouble(word.text)
        else { return nil }
        return word.text
    }

    private static func words(_ value: Range<Int>, _ unit: SourceUnit) -> String {
        guard value.count <= 2, value.allSatisfy({ unit.tokens[$0].text.utf8.count < 40 })
        else { return "a floating-point value" }
        return "the floating-point value \(unit.tokens[value].map(\.text).joined())"
    }
}
