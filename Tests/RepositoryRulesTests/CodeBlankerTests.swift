import Testing

@Suite("Blanking comments and literals")
struct CodeBlankerTests {
    static let cases: [(source: String, code: String)] = [
        ("a // b\nc", "a     \nc"),
        ("a /* b /* c */ d */ e", "a                   e"),
        ("f(\"Date()\")", "f(\"      \")"),
        ("f(\"a\\\"b\")", "f(\"    \")"),
        ("\"a\\(Date())b\"", "\"  (Date()) \""),
        ("\"a\\(f(\"x\"))b\"", "\"  (f(\" \")) \""),
        ("#\"a\"\\(b)\"# c", "#\"      \"# c"),
        ("#\"\\#(b)\"# c", "#\"  (b)\"# c"),
        ("\"\"\"\na \"b\" // c\n\"\"\" d", "\"\"\"\n          \n\"\"\" d"),
        ("#expect(a)", "#expect(a)"),
        ("func `keeps it's word`()", "func  keeps_it_s_word ()"),
    ]

    @Test(arguments: cases)
    func `keeps code and line breaks only`(source: String, code: String) {
        #expect(CodeBlanker.blank(source) == code)
    }
}
