/// Texts that contain a number.
public enum CountedPhrase: Hashable, Sendable, CaseIterable {
    /// More lines than the sheet can show.
    case moreLines
    /// More choices than the sheet can show.
    case moreChoices
    /// More errors to correct.
    case moreProblems

    /// The text with a number of at least one.
    public func text(_ count: Int, in language: Language) -> String {
        switch (self, language) {
        case (.moreLines, .english): "\(count) more \(count == 1 ? "line" : "lines")"
        case (.moreLines, .chinese): "另有 \(count) 行"
        case (.moreLines, .russian):
            "ещё \(count) \(RussianNumber(count).choosing("строка", "строки", "строк"))"
        case (.moreChoices, .english): "\(count) more \(count == 1 ? "choice" : "choices")"
        case (.moreChoices, .chinese): "另有 \(count) 项"
        case (.moreChoices, .russian):
            "ещё \(count) \(RussianNumber(count).choosing("вариант", "варианта", "вариантов"))"
        case (.moreProblems, .english): "\(count) more \(count == 1 ? "problem" : "problems")"
        case (.moreProblems, .chinese): "另有 \(count) 个问题"
        case (.moreProblems, .russian):
            "ещё \(count) \(RussianNumber(count).choosing("ошибка", "ошибки", "ошибок"))"
        }
    }
}

/// The plural form of a noun after a number in Russian.
///
/// - Source: Unicode CLDR, plural rules of `ru`: one for 1, 21, 31…, few for 2 to 4, 22 to 24…,
///   many for the others, including 11 to 14.
enum RussianNumber: Hashable, Sendable {
    case one, few, many

    init(_ count: Int) {
        let (lastTwo, last) = (count.magnitude % 100, count.magnitude % 10)
        if (11...14).contains(lastTwo) {
            self = .many
        } else {
            switch last {
            case 1: self = .one
            case 2...4: self = .few
            default: self = .many
            }
        }
    }

    func choosing<Form>(_ one: Form, _ few: Form, _ many: Form) -> Form {
        switch self {
        case .one: one
        case .few: few
        case .many: many
        }
    }
}
