import Testing

@testable import AppLint

@Suite("A source")
struct LintReadingTests {
    private static func words(_ code: String, _ language: SourceLanguage) throws -> [String] {
        try SourceReader(Array(code.utf8), language).tokens
            .map { $0.kind == .text ? "\"\($0.text)\"" : $0.text }
    }

    static let swift: [(String, [String])] = [
        ("a // b\nc", ["a", "c"]), ("a /* b /* c */ d */ e", ["a", "e"]),
        ("\"a // b\" c", ["\"a // b\"", "c"]), ("\"a\\\"b\" c", ["\"ab\"", "c"]),
        ("\"a \\(b(\"c\")) d\" e", ["\"a  d\"", "(", "b", "(", "\"c\"", ")", ")", "e"]),
        ("#\"a \\(b) \"c\"# d", ["\"a \\(b) \"c\"", "d"]),
        ("#\"\\#(b)\"# d", ["\"\"", "(", "b", ")", "d"]),
        ("\"\"\"\na \"b\"\n\"\"\" c", ["\"\na \"b\"\n\"", "c"]),
        ("\"open\nnext", ["\"open\"", "next"]), ("`default` b", ["default", "b"]),
        ("x = /\"[^b]/ // b", ["x", "=", "\"\""]), ("a / b / c", ["a", "/", "b", "/", "c"]),
        ("#/a\"/# b", ["\"\"", "b"]),
        ("1...2 1.5 1e-3 0x1F", ["1", "...", "2", "1.5", "1e-3", "0x1F"]),
        ("a?.b!.c ?? d", ["a", "?", ".", "b", "!", ".", "c", "??", "d"]),
        ("#if A\nb\n#else\nc\n#endif", ["#if", "b", "#else", "c", "#endif"]),
        ("#selector(a)", ["#", "selector", "(", "a", ")"]),
        ("a\u{a0}\u{3000}b\u{200b}", ["a", "b"]), ("\u{feff}商户 ID", ["商户", "ID"]),
    ]

    @Test(arguments: swift)
    func `in Swift is split into tokens`(code: String, expected: [String]) throws {
        #expect(try Self.words(code, .swift) == expected)
    }

    static let objectiveC: [(String, [String])] = [
        ("a // b\nc", ["a", "c"]), ("a /* b /* c */ d", ["a", "d"]),
        ("@\"a // b\" c", ["@", "\"a // b\"", "c"]), ("'\"' c", ["'\"'", "c"]),
        ("#import <A/B.h> // \"\nc", ["c"]), ("#define A \\\n b\nc", ["c"]),
        ("#if A\nb\n#else\nc\n#endif", ["#if", "b", "#else", "c", "#endif"]),
        ("@\"open\n[a b:c]", ["@", "\"open\"", "[", "a", "b", ":", "c", "]"]),
        ("1.5f a->b", ["1.5f", "a", "->", "b"]), ("/* open", []),
    ]

    @Test(arguments: objectiveC)
    func `in Objective-C is split into tokens`(code: String, expected: [String]) throws {
        #expect(try Self.words(code, .objectiveC) == expected)
    }

    @Test func `counts lines and characters from one`() throws {
        let tokens = try SourceReader(Array("\u{feff}é a\n\t\"€\" b".utf8), .swift).tokens
        #expect(tokens.map { "\($0.line):\($0.column)" } == ["1:1", "1:3", "2:2", "2:6"])
    }

    static let comments: [(String, [String])] = [
        ("quince:ignore a-b", ["a-b"]), (" x quince:ignore a, b-c  why", ["a", "b-c"]),
        ("quince:ignore a : why, because", ["a"]), ("quince:ignore", []), ("quince: ignore a", []),
    ]

    @Test(arguments: comments)
    func `names in a comment the rules to ignore`(comment: String, rules: [String]) throws {
        for code in ["// \(comment)", "/* a\n \(comment) */"] {
            let reader = try SourceReader(Array(code.utf8), .objectiveC)
            #expect(reader.ignoreComments.flatMap(\.rules) == rules)
            #expect(reader.ignoreComments.allSatisfy { $0.line == (code.hasPrefix("//") ? 1 : 2) })
        }
        #expect(try SourceReader(Array("\"// \(comment)\"".utf8), .swift).ignoreComments.isEmpty)
    }

    static let literals: [(String, Bool)] = [
        ("22.99", true), ("0.42", true), ("4.99f", true), ("0.1", true), ("1_000.01", true),
        ("0.0", false), ("12.75", false), ("10.50", false), ("3", false), ("0x1.8p3", false),
        ("1e3", false), ("0.5F", false), ("0.\(String(repeating: "1", count: 400))", true),
    ]

    @Test(arguments: literals)
    func `has numbers that a Double cannot represent`(text: String, isInexact: Bool) {
        #expect(DecimalLiteral.isInexactAsDouble(text) == isInexact)
    }

    static let names: [(String, SourceLanguage?)] = [
        ("A.swift", .swift), ("a.b.M", .objectiveC), ("A.mm", .objectiveC), ("A.h", .objectiveC),
        ("swift", nil), ("A.md", nil), ("", nil), ("A.swift.txt", nil),
    ]

    @Test(arguments: names)
    func `has the language of its file extension`(name: String, language: SourceLanguage?) {
        #expect(SourceLanguage(fileName: name) == language)
    }
}
