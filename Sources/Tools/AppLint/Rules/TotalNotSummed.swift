extension LintRule {
    static let totalNotSummed = LintRule(
        name: "total-not-summed",
        sentence: "The total does not include an item that the sheet shows.",
        reason: """
            The last item is the amount that is charged, and PassKit does not add up the others. A \
            discount that is shown but not subtracted is not given.
            """,
        remedy: "add the amount of every other item to the total",
        mission: ["7.15", "7.22"],
        documentation: "https://developer.apple.com/documentation/passkit/"
            + "pkpaymentrequest/paymentsummaryitems",
        subject: .source { unit in
            guard unit.usesApplePay else { return [] }
            return unit.assignments
                .filter { $0.path.last == "paymentSummaryItems" && $0.sign == "=" }
                .prefix(SourceUnit.subjectLimit)
                .flatMap { marks(itemsIn: $0.value, unit) }
        }
    )

    private static func marks(itemsIn value: Range<Int>, _ unit: SourceUnit) -> [LintMark] {
        guard let items = list(value, unit)?.prefix(32).map({ item($0, unit) }),
            let last = items.last, let total = last, items.count > 1,
            let summed = SummedTotal(total.amount, unit)
        else { return [] }
        return items.dropLast()
            .compactMap { item -> LintMark? in
                guard let item, isAnAmount(item.amount, unit), !summed.has(item.amount, unit)
                else { return nil }
                return LintMark(
                    total.place,
                    "the total does not include \(item.amount.name), which \(item.name) shows"
                )
            }
    }

    /// The elements of a list that is written here, or is the only value of a constant; through a few constants at
    /// most, since one may be declared by itself, as in `guard let items = items`.
    private static func list(
        _ value: Range<Int>,
        _ unit: SourceUnit,
        depth: Int = 4
    ) -> [Range<Int>]? {
        if let name = unit.onlyName(in: value) {
            guard depth > 0, let declaration = unit.declaration(of: name, at: value.lowerBound),
                !declaration.value.isEmpty,
                !unit.names(in: declaration.type).contains("NSMutableArray"),
                declaration.isConstant || unit.language == .objectiveC
            else { return nil }
            return list(declaration.value, unit, depth: depth - 1)
        }
        let start =
            unit.token(value.lowerBound)?.isMark("@") == true
            ? value.lowerBound + 1 : value.lowerBound
        guard unit.token(start)?.isMark("[") == true, let inside = unit.inside(start),
            inside.upperBound + 1 == value.upperBound
        else { return nil }
        return unit.pieces(of: inside)
    }

    /// A summary item that is declared with a name for its amount.
    struct NamedItem {
        let name: String
        /// Where it is made.
        let place: Int
        let amount: Declaration
    }

    private static func item(_ words: Range<Int>, _ unit: SourceUnit) -> NamedItem? {
        guard let name = unit.onlyName(in: words),
            let declaration = unit.declaration(of: name, at: words.lowerBound)
        else { return nil }
        let makes = { (call: Call) in call.argument("amount") != nil }
        guard let call = unit.calls(in: declaration.value).first(where: makes),
            let value = call.argument("amount"), let amount = unit.onlyName(in: value),
            let declared = unit.declaration(of: amount, at: value.lowerBound)
        else { return nil }
        let isPending = unit.names(in: call.whole).contains { $0.lowercased().hasSuffix("pending") }
        // `item.amount = …` later replaces the amount with which the item was made.
        let isReplaced = unit.assignments(in: declaration.scope)
            .contains { $0.path == [name, "amount"] || $0.path == ["self", name, "amount"] }
        let isLocal = declared.scope.count < unit.tokens.count || unit.functions.isEmpty
        guard isLocal, !isPending, !isReplaced else { return nil }
        return NamedItem(name: name, place: value.lowerBound, amount: declared)
    }

    /// Whether an amount is created here, and not from a text that is zero.
    private static func isAnAmount(_ declaration: Declaration, _ unit: SourceUnit) -> Bool {
        let literal = unit.tokens[declaration.value].first { $0.kind == .text }
        let isZero = literal?.text.allSatisfy { ["0", ".", ",", "-"].contains($0) } ?? false
        return !isZero
            && unit.calls(in: declaration.value)
                .contains { call in
                    call.name == "decimalNumberWithMantissa"
                        || call.name == "decimalNumberWithString"
                        || call.name == "NSDecimalNumber" || call.name == "Decimal"
                }
    }
}
