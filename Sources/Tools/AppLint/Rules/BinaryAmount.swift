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
            var numbers = BinaryNumber(unit)
            return unit.calls.compactMap { mark($0, unit, &numbers) } + typedLiterals(unit)
        }
    )

    private static func mark(
        _ call: Call,
        _ unit: SourceUnit,
        _ numbers: inout BinaryNumber
    ) -> LintMark? {
        let maker = unit.names(in: call.receiver).first ?? call.name
        if maker.hasPrefix("PK"), let amount = call.argument("amount") {
            guard let literal = literal(in: amount, unit) else { return nil }
            return LintMark(
                amount.lowerBound,
                "the amount \(literal) is read as a Double, which cannot represent it"
            )
        }
        return unit.language == .swift
            ? swiftMark(call, unit, &numbers) : objectiveCMark(call, unit, &numbers)
    }

    private static func swiftMark(
        _ call: Call,
        _ unit: SourceUnit,
        _ numbers: inout BinaryNumber
    ) -> LintMark? {
        // `NSNumber(value: price).decimalValue` makes a Decimal too.
        let isNumber =
            call.name == "NSNumber"
            && unit.token(call.whole.upperBound + 1)?.isName("decimalValue") == true
        let maker = call.name == "init" ? unit.onlyName(in: call.receiver) : call.name
        guard let maker, isNumber || ["Decimal", "NSDecimalNumber"].contains(maker),
            call.receiver.isEmpty || call.name == "init",
            call.arguments.count == 1, let argument = call.arguments.first
        else { return nil }
        let named = ["double", "float", "floatLiteral"].contains(argument.label)
        let bare = maker == "Decimal" && argument.label.isEmpty
        guard named || bare || argument.label == "value",
            named && !isLiteral(argument.value, unit) || numbers.isFraction(argument.value),
            !isRounded(call, unit)
        else { return nil }
        return LintMark(call.index, "\(maker) is created from \(words(argument.value, unit))")
    }

    private static func objectiveCMark(
        _ call: Call,
        _ unit: SourceUnit,
        _ numbers: inout BinaryNumber
    ) -> LintMark? {
        guard unit.names(in: call.receiver).first == "NSDecimalNumber",
            let argument = call.arguments.first
        else { return nil }
        let makers = ["numberWithDouble", "numberWithFloat", "initWithDouble", "initWithFloat"]
        if makers.contains(call.name) {
            guard !isLiteral(argument.value, unit) || numbers.isFraction(argument.value),
                !argument.value.isEmpty, !isRounded(call, unit)
            else { return nil }
            return LintMark(
                call.index,
                "NSDecimalNumber is created from \(words(argument.value, unit))"
            )
        }
        guard ["decimalNumberWithDecimal", "initWithDecimal"].contains(call.name) else {
            return nil
        }
        // `[@(price) decimalValue]` and `[[NSNumber numberWithDouble:price] decimalValue]`
        let boxes = argument.value.prefix(8).filter {
            unit.tokens[$0].isMark("(") && unit.token($0 - 1)?.isMark("@") == true
        }
        let throughBinary =
            unit.names(in: argument.value).contains { makers.contains($0) }
            || boxes.contains { unit.inside($0).map { numbers.isFraction($0) } ?? false }
        return throughBinary
            ? LintMark(call.index, "NSDecimalNumber is created from a floating-point value") : nil
    }

    /// Whether a value is a number that is written here.
    private static func isLiteral(_ value: Range<Int>, _ unit: SourceUnit) -> Bool {
        let isNegative = value.count == 2 && unit.tokens[value.lowerBound].isMark("-")
        return (value.count == 1 || isNegative) && unit.tokens[value.upperBound - 1].kind == .number
    }

    /// Whether the number is rounded to decimal places, which repairs it.
    private static func isRounded(_ call: Call, _ unit: SourceUnit) -> Bool {
        let end = call.whole.upperBound
        // `var price = Decimal(value)` may be an argument of NSDecimalRound.
        if unit.token(call.whole.lowerBound - 1)?.isMark("=") == true,
            let name = unit.token(call.whole.lowerBound - 2)?.text
        {
            let later = end..<max(end, unit.scope(of: call.index).upperBound)
            let rounds = unit.calls(in: later).prefix(100)
                .contains { call in
                    call.name == "NSDecimalRound"
                        && call.whole.prefix(40).contains { unit.tokens[$0].text == name }
                }
            if rounds { return true }
        }
        let next = unit.language == .swift ? [end + 1] : [end, end + 1]
        return next.contains { index in
            ["rounding", "rounded", "decimalNumberByRoundingAccordingToBehavior"]
                .contains(unit.token(index)?.text)
        }
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
