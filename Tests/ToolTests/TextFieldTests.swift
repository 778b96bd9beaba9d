import SheetView
import Testing
import World

@testable import TerminalSheet

@Suite("A text that is being edited")
struct TextFieldTests {
    private static let inputs: [(start: String, keys: [Key], text: String, before: String)] = [
        ("", .writing("Ann"), "Ann", "Ann"), ("张", .writing("三"), "张三", "张三"),
        ("Ann", [.left, .character("-")], "An-n", "An-"),
        ("Ann", [.right, .left, .right], "Ann", "Ann"),
        ("Ann", [.home, .delete, .character("E")], "Enn", "E"),
        ("Ann", [.home, .backspace], "Ann", ""),
        ("Ann", [.end, .delete, .backspace], "An", "An"), ("Ann", [.left, .clear], "", ""),
        ("Ann", [.home, .end, .character("e")], "Anne", "Anne"),
        ("Ann", [.up, .down, .tab, .backTab, .enter, .escape, .endOfInput], "Ann", "Ann"),
        // A letter that is made of several is one.
        ("e", [.character("\u{301}"), .backspace], "", ""), ("👨‍👩‍👧", [.backspace], "", ""),
        ("й", [.left, .delete], "", ""), ("🇨🇳🇷🇺", [.left, .backspace], "🇷🇺", ""),
        // What is pasted stands on one line, and commands no terminal.
        (
            "", [.paste("1 Long Acre\r\nLondon\u{1b}[2J\u{7}")], "1 Long Acre  London[2J",
            "1 Long Acre  London[2J"
        ),
        ("", [.paste("\u{202e}evil\u{2066}\u{0}")], "evil", "evil"),
        ("ад", [.left, .paste("ppc")], "аppcд", "аppc"),
    ]

    @Test(arguments: inputs)
    func `is the text of the keys`(start: String, keys: [Key], text: String, before: String) {
        var field = TextField(start)
        for key in keys { field.take(key) }
        #expect(field.text == text)
        #expect(field.shown(cells: 100).cursor == CellWidth.of(before))
    }

    @Test func `never gets longer than its limit, letters of many parts or not`() {
        var field = TextField()
        for _ in 0..<500 { field.take(.paste("e\u{301}\u{302}\u{303}码")) }
        #expect(field.text.unicodeScalars.count == TextField.limit)
        field.take(.character("x"))
        #expect(field.text.unicodeScalars.count == TextField.limit)
        field.take(.backspace)
        field.take(.character("x"))
        #expect(field.text.hasSuffix("x"))
    }

    @Test func `shows the position of the cursor`() {
        let samples = [
            "0123456789", "建国路1号大望路", "Улица Ленина, дом 1", "e\u{301}🇨🇳👨‍👩‍👧한국", "1\u{fe0f}\u{20e3}a",
        ]
        for sample in samples {
            for left in 0...sample.count {
                var field = TextField(sample)
                for _ in 0..<left { field.take(.left) }
                for cells in 1...24 {
                    let (shown, cursor) = field.shown(cells: cells)
                    #expect(CellWidth.of(shown) <= cells, "\(sample) \(left) \(cells)")
                    #expect((0...max(0, cells - 1)).contains(cursor), "\(sample) \(left) \(cells)")
                    if CellWidth.of(sample) < cells { #expect(shown == sample) }
                }
                // With space for some letters, those beside the cursor are visible.
                let (shown, _) = field.shown(cells: 12)
                let beside = sample.dropLast(left).suffix(1)
                #expect(shown.contains(beside), "\(sample) \(left) \(shown)")
            }
        }
    }

    /// Any keys at all, in any order.
    @Test(arguments: 0..<50 as Range<UInt64>)
    func `stays consistent for any input`(seed: UInt64) {
        let chance = SeededRandomness(seed: seed)
        var field = TextField("起")
        for _ in 0..<400 {
            field.take(TerminalSheetChance.key(from: chance))
            let cells = 1 + Int(chance.number(below: 40))
            let (shown, cursor) = field.shown(cells: cells)
            #expect(CellWidth.of(shown) <= cells && (0..<cells).contains(cursor))
            #expect(field.text.unicodeScalars.count <= TextField.limit)
            #expect(field.text.harmless == field.text)
        }
    }
}
