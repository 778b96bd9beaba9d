import TestSupport
import Testing
import World

@testable import AppRewriter

@Suite("A copy of an app's file")
struct AppRewriterTests {
    /// The copies of some files, without the first line of each.
    private static func copies(_ sources: [String]) throws -> [String] {
        let files = try sources.map { try AppFile(path: "/app/A.swift", bytes: Array($0.utf8)) }
        let rewriting = Rewriting(files)
        return files.map { file in
            let copy = rewriting.text(of: file)
            #expect(copy.hasPrefix("#sourceLocation(file: \"/app/A.swift\", line: 1)\n"))
            return copy.split(separator: "\n", omittingEmptySubsequences: false).dropFirst()
                .joined(separator: "\n")
        }
    }

    static let rows: [(String, String)] = [
        // Attributes become spaces, so that columns stay.
        ("@objc func pay() {}", "      func pay() {}"),
        (
            "@objc(pay:) @IBAction func pay(_ s: Any) {}",
            "                      func pay(_ s: Any) {}"
        ),
        ("@objcMembers\nclass A {}", "            \nclass A {}"),
        ("@UIApplicationMain class A {}", "                   class A {}"),
        (
            "@MainActor @available(iOS 15, *) func f() {}",
            "@MainActor @available(iOS 15, *) func f() {}"
        ),
        // Comments and texts stay.
        ("\"@objc\" // @objc #selector(a)", "\"@objc\" // @objc #selector(a)"),
        // Only classes conform to a protocol of Objective-C.
        ("@objc protocol P {}", "      protocol P: AnyObject {}"),
        ("@objc(Q) public protocol P: A {}", "         public protocol P: AnyObject, A {}"),
        ("@objc protocol P: A, AnyObject {}", "      protocol P: A, AnyObject {}"),
        ("@objc protocol P: class {}", "      protocol P: class {}"),
        // An outlet has a view, and keeps it.
        ("@IBOutlet weak var a: UILabel!", "               var a: UILabel! = UILabel()"),
        (
            "@IBOutlet private weak var a: UILabel! { didSet {} }",
            "          private      var a: UILabel! = UILabel() { didSet {} }"
        ),
        ("@IBOutlet weak var a: UILabel?", "               var a: UILabel?"),
        ("@IBOutlet var a: MyView!", "          var a: MyView!"),
        ("@IBOutlet var a: [UIView]!", "          var a: [UIView]!"),
        ("@IBOutlet var a: UIPageViewController!", "          var a: UIPageViewController!"),
        ("weak var a: UILabel!", "weak var a: UILabel!"),
        // Conditions.
        (
            "#if os(iOS) || os(macOS)\n#elseif !os(iOS)\n#endif",
            "#if os(Linux) || os(macOS)\n#elseif !os(Linux)\n#endif"
        ),
        ("#if DEBUG // os(iOS)\n#endif", "#if DEBUG // os(iOS)\n#endif"),
        // Imports.
        ("import os.log", "import os    "), ("import OSLog", "import os"),
        ("import ObjectiveC.runtime\nimport UIKit", "                         \nimport UIKitStubs"),
        ("import struct UIKit.CGRect", "import struct UIKitStubs.CGRect"),
        (
            "#if canImport(UIKit) && !canImport(AppKit)",
            "#if canImport(UIKitStubs) && !canImport(AppKit)"
        ),
        // Previews.
        ("#Preview(\"a\") {\n  A()\n}\nstruct B {}", "               \n     \n \nstruct B {}"),
        (
            "@A var a = f()\n@available(iOS 17, *) // b\n@MainActor #Preview {}",
            "@A var a = f()\n                          \n                      "
        ),
    ]

    @Test(arguments: rows)
    func `has what Objective-C's runtime is needed for removed`(source: String, copy: String) throws
    {
        #expect(try Self.copies([source]) == [copy])
    }

    static let selectors: [(String, String)] = [
        ("pay", "Selector(\"pay\", { (target: A) in target.pay() })"),
        ("pay(_:)", "Selector(\"pay(_:)\", { (target: A, sender) in target.pay(sender) })"),
        (
            "self.pay(by:)",
            "Selector(\"pay(by:)\", { (target: A, sender) in target.pay(by: sender) })"
        ),
        ("Self.paid", "Selector(\"paid(_:)\", { (target: A, sender) in target.paid(sender) })"),
        (
            "other(for:event:)",
            "Selector(\"other(for:event:)\", { (target: A, sender, event) in target.other(for: sender, event: event) })"
        ),
        ("B.pay", "Selector(\"pay(_:)\", { (target: B, sender) in target.pay(sender) })"),
        (
            "UIView.endEditing(_:)",
            "Selector(\"endEditing(_:)\", { (target: UIView, sender) in target.endEditing(sender) })"
        ),
        ("pay(\n_:)", "Selector(\"pay(_:)\", { (target: A, sender) in target.pay(sender) })\n"),
        // What has no such value stays, and the compiler says so.
        ("getter: name", "#selector(getter: name)"),
        ("pay as () -> Void", "#selector(pay as () -> Void)"),
        ("three(a:b:c:)", "#selector(three(a:b:c:))"),
    ]

    @Test(arguments: selectors)
    func `has a selector as a closure`(selector: String, expected: String) throws {
        let (start, end) = (
            "class A { func pay() {}; func paid(_ a: Any) {}; func f() { g(", ") } }\n"
        )
        let other = "extension B { func pay(_ sender: Any) {} }"
        let copy = try Self.copies([start + "#selector(\(selector))" + end, other])[0]
        #expect(copy == start + expected + end)
    }

    @Test func `names the innermost type or extension for a selector`() throws {
        let source = """
            extension Shop.Screen {
                class func make() { use { #selector(pay) } }
                class Inner<T>: Base where T: P { lazy var a = { #selector(pay) }() }
            }
            """
        let copy = try Self.copies([source])[0]
        #expect(copy.contains("use { Selector(\"pay\", { (target: Shop.Screen) in"))
        #expect(copy.contains("lazy var a = { Selector(\"pay\", { (target: Inner) in"))
    }

    @Test func `gives optional requirements a default, in whichever file they are called`() throws {
        let copies = try Self.copies([
            """
            @objc public protocol P: AnyObject {
                @objc optional func done(
                    _ a: Int  // why
                )
                @objc optional func name(of: Int) -> String?
                @objc optional func count() -> Int
                func must()
            }
            """,
            "p?.done?(1); p?.name?(of: 1); p?.count?(); p?.closure?(1); done?(2)",
        ])
        #expect(
            copies[0] == """
                      public protocol P: AnyObject {
                                   func done(
                        _ a: Int  // why
                    )
                                   func name(of: Int) -> String?
                          optional func count() -> Int
                    func must()
                }; public extension P { func done( _ a: Int ) {  }; func name(of: Int) -> String? { nil } }
                """
        )
        #expect(
            copies[1]
                == "p?.done (1); p?.name (of: 1); p?.count?(); p?.closure?(1); done?(2)"
        )
    }

    @Test func `keeps the call of an optional closure with the name of an optional requirement`()
        throws
    {
        let copies = try Self.copies([
            "@objc protocol P { @objc optional func done(); @objc optional func name(of: Int) }",
            "class A { var done: (() -> Void)? }; let name = 1; a.done?(); p.name?(of: 1)",
        ])
        #expect(copies[1].hasSuffix("a.done?(); p.name (of: 1)"))
    }

    @Test func `keeps a requirement that has no name yet`() throws {
        let source = "@objc protocol P { @objc optional func }"
        #expect(try Self.copies([source])[0].hasSuffix("optional func }"))
    }

    @Test func `begins with a directive in the place of a comment, and names the file`() throws {
        let file = try AppFile(
            path: "/a \"b\"/C.swift",
            bytes: Array("\u{feff}// C\nlet a = 1".utf8)
        )
        let copy = Rewriting([file]).text(of: file)
        #expect(copy == "#sourceLocation(file: \"/a \\\"b\\\"/C.swift\", line: 2)\nlet a = 1")
    }

    @Test func `has the lines of its file, whatever the file is`() throws {
        let parts = [
            "@objc ", "@IBOutlet weak var a: UILabel!", "#selector(", "pay(_:)", ")", "{", "}",
            "\n",
            "protocol P ", "@objc optional func f()", "-> Int?", "\"", "\"\"\"", "\\(", "/*", "*/",
            "//", "#Preview", "#if os(iOS)", "#endif", "import os.log", "é", "x.f?(", "class A ",
            "@",
            "`", "#", "\r\n", "extension A.B ",
        ]
        let random = SeededRandomness(seed: 34)
        for length in 0..<3_000 {
            let source = random.bytes(1 + length % 24).map { parts[Int($0) % parts.count] }.joined()
            let copy = try Self.copies(["import A\n" + source])[0]
            let lines = { (text: String) in text.utf8.count { $0 == UInt8(ascii: "\n") } }
            #expect(lines(copy) == lines(source) + 1, "\(source)")
        }
    }
}
