internal import AppLint
import Testing

@Suite("Linting hostile sources")
struct LintHostileTests {
    private static func review(_ source: [UInt8]) {
        for language in [SourceLanguage.swift, .objectiveC] {
            do throws(SourceRefusal) { _ = try AppLint.review(source, language) } catch {
                #expect(source.contains(0) || "\(error)".hasPrefix("more than "))
            }
        }
    }

    @Test(arguments: 0..<60 as Range<UInt64>)
    func `never crashes on random bytes`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        Self.review((0..<dice.roll(4_000)).map { _ in UInt8(dice.roll(256)) })
        Self.review((0..<dice.roll(4_000)).map { _ in UInt8(1 + dice.roll(127)) })
    }

    /// Tokens that the rules look for.
    private static let words = [
        "(", ")", "[", "]", "{", "}", "\"", "@", "#", "/", "*", "//", "/*", "*/", "\n", ":", ";",
        ",", ".", "=", "->", "^", "?", "!", "<", ">", "-", "+", "'", "`", "\\(", "\"\"\"", "self",
        "let", "var", "func", "init", "if", "else", "guard", "switch", "case", "return", "do",
        "import PassKit", "PKPaymentRequest", "PKPaymentButton", "setUp", "addTarget", "action",
        "paymentSummaryItems", "merchantIdentifier", "set", "forKey", "UserDefaults", "paymentData",
        "token", "payment", "PKPayment", "completion", "didAuthorizePayment", "success", "scheme",
        "paymentAuthorizationControllerDidFinish", "paymentAuthorizationController", "Decimal",
        "value", "22.99", "==", "\"Ab\"", "usingNetworks", "canMakePayments", "amount", "private",
        "WKNavigationActionPolicy", "dismissViewControllerAnimated", "isEqualToString", "#if X\n",
        "#else\n", "#endif\n", "Double", "/", "price", "doubleValue", "Task", "dataTask", "catch",
        "try", "defer",
        "completion =", "handler completion: () -> Void", "@property (a) NSArray *networks;",
        "@interface A ()", "@end",
    ]

    @Test(arguments: 0..<120 as Range<UInt64>)
    func `never crashes on tokens in random order`(seed: UInt64) throws {
        var dice = Dice(seed: seed)
        let words = (0..<dice.roll(600)).map { _ in Self.words[dice.roll(Self.words.count)] }
        Self.review(Array(words.joined(separator: seed.isMultiple(of: 3) ? "" : " ").utf8))
    }

    @Test func `never crashes on a source with a piece cut out`() throws {
        var dice = Dice(seed: 7)
        for lintCase in LintCase.caught + LintCase.allowed {
            for _ in 0..<3 {
                var source = Array("import PassKit\n\(lintCase.code)".utf8)
                let start = dice.roll(source.count)
                source.removeSubrange(start..<min(source.count, start + 1 + dice.roll(30)))
                Self.review(source)
            }
        }
    }

    static let heaps: [(String, String)] = [
        ("braces", "{"), ("brackets", "[a "), ("parentheses", "f("), ("closers", "}])"),
        ("assignments", "a=b."), ("conditions", "if "), ("else", "if(a)b();else "),
        ("literals", "\"\\("), ("hashes", "#"), ("comments", "/*"), ("slashes", "/a"),
        ("declarations", "let a = a "), ("pointers", "a *b = c; "), ("minus", "-a "),
        ("functions", "func paymentAuthorizationController(c: () -> Void) {"),
        ("methods", "- (void)paymentAuthorizationController:(void (^)(int))c { "),
        ("stores", "UserDefaults.standard.set([a, a], forKey: b)\nlet a = [a, a, a]\n"),
        ("networks", "canMakePayments(usingNetworks: self.n)\nprivate var n: [A] = []\n"),
        ("buttons", "let b = PKPaymentButton(type: .setUp)\nb.addTarget(self, action: \"b\")\n"),
        ("items", "r.paymentSummaryItems = [a, b]\n"), ("switches", "switch a { case b: "),
        ("phases", "case .didAuthorize(let p, let r): r(.success) "),
        ("statuses", "s = s; c(s)\n"), ("questions", "if a { c(.success); "),
        ("expressions", "Decimal((a.b / 100.0 + "),
        ("divisions", "let a = Double(a) / 100; Decimal(a) "),
        ("saved", "self.completion = completion\nvar completion: A\n"),
        ("requests", "Task { dataTask(c) { "), ("guards", "guard let a else { return }\nc() "),
        ("attempts", "@try { a(); } @catch (E *e) { b(); } "),
        ("finishes", "func paymentAuthorizationControllerDidFinish() { a() }\n func a() { b() }\n"),
    ]

    @Test(arguments: heaps)
    func `takes bounded time on repeated constructs`(name: String, piece: String) {
        let text = String(repeating: piece, count: 5_000 / piece.utf8.count)
        Self.review(Array("import PassKit\n\(text)".utf8))
        let method =
            "func paymentAuthorizationController(didAuthorizePayment p: P, c: () -> Void) {"
        Self.review(Array("\(method)\n\(text)".utf8))
    }

    /// An unclosed brace before every declaration once made the search for its scope quadratic.
    @Test(.timeLimit(.minutes(5)))
    func `takes linear time on deep nesting`() {
        let text = String(repeating: "a { let b = c\n", count: 12_000)
        Self.review(Array(text.utf8))
    }

    @Test func `refuses binary data and too many tokens`() {
        #expect(throws: SourceRefusal.notText) { try AppLint.review([0x61, 0, 0x62], .swift) }
        #expect(throws: SourceRefusal.tooManyTokens(limit: 250_000)) {
            try AppLint.review(Array(String(repeating: "a ", count: 250_001).utf8), .swift)
        }
    }

    /// A random number generator with a seed.
    private struct Dice {
        var state: UInt64

        init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1 }

        /// A number from zero to below a limit.
        mutating func roll(_ limit: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(max(1, limit)))
        }
    }
}
