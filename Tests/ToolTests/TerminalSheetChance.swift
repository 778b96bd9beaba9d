import World

@testable import TerminalSheet

/// The acts of a child, a cat or a clipboard at a keyboard.
enum TerminalSheetChance {
    private static let moves: [Key] = [
        .up, .down, .left, .right, .home, .end, .enter, .escape, .backspace, .delete, .clear, .tab,
        .backTab,
    ]

    private static let letters = Array(
        "eeeppc123456789 @.张三北京市宿迁вулицае\u{301}\u{200d}\u{fe0f}\u{1f1e8}👩👧한ｐУз"
    )

    private static let pastes = [
        "pp\r\n", "王小明, 北京市朝阳区", "Улица Ленина\u{7}", "\u{301}\u{302}", "\u{1b}[2J", "\u{202e}",
        String(repeating: "码", count: 300), "Germany", "ann@example.com",
    ]

    static func key(from chance: SeededRandomness) -> Key {
        func one<Thing>(of things: [Thing]) -> Thing {
            things[Int(chance.number(below: UInt64(things.count)))]
        }
        switch chance.number(below: 20) {
        case 0..<10: return one(of: moves)
        case 10..<18: return .character(one(of: letters))
        case 18: return .paste(one(of: pastes))
        default:
            let scalar = Unicode.Scalar(UInt32(chance.number(below: 0x11_0000))) ?? "x"
            return .character(Character(scalar))
        }
    }
}
