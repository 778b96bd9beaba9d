import Foundation
import TestSupport
import Testing

@testable import TerminalSheet

@Suite("Cell widths of a terminal")
struct TerminalSheetWidthTests {
    private static let widths: [(String, Int)] = [
        ("", 0), ("Visa 1111", 9), ("苹果6s", 6), ("Доставка", 8), ("¥29.90", 6), ("ｐ", 2),
        ("e\u{301}", 1), ("한국", 4), ("\u{1112}\u{1161}\u{11ab}", 2), ("❤\u{fe0f}", 2), ("😀", 2),
        ("👨‍👩‍👧", 2), ("🇨🇳", 2), ("а\u{306}", 1), ("，", 2), ("…", 1), ("1\u{a0}000", 5),
        ("\u{200b}", 0),
    ]

    @Test(arguments: widths)
    func `are counted as a terminal shows them`(text: String, cells: Int) {
        #expect(CellWidth.of(text) == cells)
    }

    /// The judge is Python's copy of the Unicode Character Database.
    @Test(.enabled(if: TerminalDriver.isHere, "python3 is not installed"))
    func `are those of Unicode's table of East Asian widths`() throws {
        let program = """
            import unicodedata as u
            # Python's table may be older than ours: what it does not know is left out, and so are
            # the hexagrams, which became wide in Unicode 16, and what has a width of its own here.
            for number in range(0x300, 0x40000):
                kind = u.category(chr(number))
                if kind in ("Cn", "Cs", "Co") or 0x4dc0 <= number <= 0x4dff: continue
                # This sign of Ahom stopped being a mark in Unicode 16.
                if number == 0x1171e: continue
                if 0x1160 <= number <= 0x11ff or 0xd7b0 <= number <= 0xd7ff: continue
                if kind in ("Mn", "Me", "Cf"): print(number, 0)
                else: print(number, 2 if u.east_asian_width(chr(number)) in "WF" else 1)
            """
        let answer = try Program(at: URL(filePath: "/usr/bin/env"))
            .run(["python3", "-c", program])
        #expect(answer.isSuccess, "\(answer.complaint)")
        var differing: [String] = []
        var judged = 0
        for line in answer.text.split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { UInt32($0) }
            guard numbers.count == 2, let scalar = Unicode.Scalar(numbers[0]) else { continue }
            judged += 1
            if CellWidth.of(scalar) != Int(numbers[1]) {
                differing.append(String(numbers[0], radix: 16))
            }
        }
        #expect(judged > 100_000)
        #expect(differing == [])
    }

    private static let cuts: [(String, Int, String)] = [
        ("Visa 1111", 9, "Visa 1111"), ("Visa 1111", 8, "Visa 11…"), ("苹果手机", 8, "苹果手机"),
        ("苹果手机", 7, "苹果手…"), ("苹果手机", 6, "苹果…"), ("苹果", 1, "…"), ("苹果", 0, ""),
        ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ]

    @Test(arguments: cuts)
    func `are never more than exist`(text: String, cells: Int, cut: String) {
        #expect(text.cut(to: cells) == cut)
        #expect(CellWidth.of(text.cut(to: cells)) <= cells)
    }

    @Test func `are filled from the request and from the shopper`() {
        let line = ScreenLine.justified("苹果6s", "¥10.00", cells: 16)
        #expect(line.text == "苹果6s    ¥10.00")
        let tight = ScreenLine.justified("苹果6s", "¥10.00", cells: 12)
        #expect(tight.text == "苹…   ¥10.00")
        #expect(tight.width == 12)
    }

    private static let hostile: [(String, String)] = [
        ("\u{1b}[2J\u{7}free", "\u{fffd}[2J\u{fffd}free"), ("a\nb\r\tc", "a b  c"),
        ("\u{9b}31m", "\u{fffd}31m"), ("\u{202e}evil", "\u{fffd}evil"), ("a\u{2028}b", "a b"),
    ]

    @Test(arguments: hostile)
    func `are not controlled by a merchant's text`(text: String, shown: String) {
        #expect(ScreenLine(text).text == shown)
        #expect(ScreenLine(text, .strong).styled == "\u{1b}[1m\(shown)\u{1b}[m")
    }
}
