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
