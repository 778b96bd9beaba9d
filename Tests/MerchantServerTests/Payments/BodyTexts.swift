import Foundation
import Testing

@testable import HTTPServer

/// Where a text stands in a body.
struct BodyPlace: Sendable, CustomStringConvertible {
    enum Step: Hashable, Sendable {
        case member(String)
        case element
    }

    let steps: [Step]

    var description: String {
        steps.map { if case .member(let name) = $0 { name } else { "[0]" } }.joined(separator: ".")
    }

    var name: String? {
        steps.compactMap { if case .member(let name) = $0 { name } else { nil } }.last
    }

    /// Every text of bodies of a form.
    static func texts(in schema: APISchema) -> [BodyPlace] {
        steps(in: schema).map(BodyPlace.init)
    }

    private static func steps(in schema: APISchema) -> [[Step]] {
        switch schema {
        case .text, .anyText, .boundedText, .checkedText, .choice, .time: [[]]
        case .integer, .bool, .any, .form: []
        case .list(let element): steps(in: element).map { [.element] + $0 }
        case .object(let members), .described(_, let members):
            members.flatMap { member in
                steps(in: member.schema).map { [.member(member.name)] + $0 }
            }
        case .map(let schema, _, _): steps(in: schema).map { [.member("name")] + $0 }
        case .variants(_, let forms): forms.flatMap { steps(in: .object($0.members)) }
        case .oneOf(let forms): forms.flatMap { steps(in: .object($0)) }
        case .either(let forms): forms.flatMap(steps)
        }
    }

    /// A body with something else at this place; containers that are missing are made.
    func setting(_ value: Any, in body: Any?, at index: Int = 0) -> Any {
        guard index < steps.count else { return value }
        switch steps[index] {
        case .element:
            return [setting(value, in: (body as? [Any])?.first, at: index + 1)]
        case .member(let name):
            var members = body as? [String: Any] ?? [:]
            members[name] = setting(value, in: members[name], at: index + 1)
            return members
        }
    }
}

/// A text as JSON has it.
struct BodyText: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let json: String

    init(_ name: String, _ json: String) { (testDescription, self.json) = (name, "\"\(json)\"") }

    private static let noncharacters = String(
        String.UnicodeScalarView(
            [0xfffe, 0xffff, 0xfdd0, 0x10_ffff].compactMap(Unicode.Scalar.init)
        )
    )

    /// Texts that every database can hold.
    static let storable = [
        BodyText("characters of four bytes", "😀𐍈苹果"), BodyText("escaped pairs", #"\ud83d\ude00"#),
        BodyText("noncharacters", noncharacters),
        BodyText("escaped noncharacters", #"\ufffe\uffff\ufdd0"#),
        BodyText("control characters", #"\u0001\u007f\u0085\u200f\ufeff"#),
        BodyText("unnormalized characters", "e\u{301}\u{e9}\u{212b}"),
        BodyText("quotes and backslashes", #"'\"\\''$1--"#),
    ]
    /// Texts that no database of ours can hold, or that are no texts.
    static let unstorable = [
        BodyText("U+0000", #"Eve\u0000"#), BodyText("U+0000 first", #"\u0000Eve"#),
        BodyText("a lone high surrogate", #"a\ud800b"#),
        BodyText("a lone low surrogate", #"a\udc00b"#),
        BodyText("surrogates in the wrong order", #"\ude00\ud83d"#),
    ]

    static func bytes(_ count: Int) -> BodyText {
        let fours = String(repeating: "😀", count: count / 4)
        return BodyText("\(count) bytes", fours + String(repeating: "a", count: count % 4))
    }
}
