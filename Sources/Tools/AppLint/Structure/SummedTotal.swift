/// The names that a total is added up from, when this file shows all of them.
struct SummedTotal {
    /// The summands, and the names in their own values.
    private let names: Set<String>

    private static let depthLimit = 4

    /// Fails when the total is anything else than a sum of names.
    init?(_ total: Declaration, _ unit: SourceUnit) {
        let later = unit.assignments(in: total.scope)
            .filter {
                $0.path == [total.name]
                    && unit.declaration(of: total.name, at: $0.index)?.index == total.index
            }
        var names: Set<String> = []
        for words in [total.value] + later.map(\.value) {
            guard !words.isEmpty, let terms = Self.terms(of: words, but: total.name, unit) else {
                return nil
            }
            names.formUnion(terms)
        }
        guard !names.isEmpty else { return nil }
        self.names = Self.parts(of: names, at: total.index, in: unit)
    }

    /// Whether the total includes an amount, by its name or by the names in its value.
    func has(_ amount: Declaration, _ unit: SourceUnit) -> Bool {
        names.contains(amount.name)
            || unit.names(in: amount.value)
                .contains {
                    names.contains($0) && unit.declaration(of: $0, at: amount.index) != nil
                }
    }

    private static let sums: Set<String> = [
        "NSDecimalNumber", "Decimal", "zero", "adding", "subtracting", "decimalNumberByAdding",
        "decimalNumberBySubtracting",
    ]
    private static let signs: Set<String> = ["[", "]", "(", ")", ".", ":", "+", "-"]

    /// The summands, or nil when the expression is no plain sum.
    private static func terms(
        of words: Range<Int>,
        but total: String,
        _ unit: SourceUnit
    ) -> Set<String>? {
        var terms: Set<String> = []
        for token in unit.tokens[words] {
            switch token.kind {
            case .name where token.text == total || sums.contains(token.text): break
            case .name:
                guard unit.declaration(of: token.text, at: words.lowerBound) != nil else {
                    return nil
                }
                terms.insert(token.text)
            case .mark where signs.contains(token.text): break
            case .number where token.text == "0": break
            default: return nil
            }
        }
        return terms
    }

    private static func parts(
        of names: Set<String>,
        at place: Int,
        in unit: SourceUnit
    ) -> Set<String> {
        var (all, next) = (names, names)
        for _ in 0..<depthLimit {
            let values = next.compactMap { unit.declaration(of: $0, at: place)?.value }
            next = Set(values.flatMap { unit.names(in: $0) }).subtracting(all)
            all.formUnion(next)
        }
        return all
    }
}
