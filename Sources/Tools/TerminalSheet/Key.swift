/// What somebody at a keyboard does.
public enum Key: Hashable, Sendable {
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow left.
    case left
    /// The arrow right.
    case right
    /// The return key.
    case enter
    /// The escape key.
    case escape
    /// The key that takes back a letter.
    case backspace
    /// The tabulator.
    case tab
    /// There will be no more keys.
    case endOfInput
    /// Anything that writes.
    case character(Character)

    /// The digit that the key writes, in narrow or wide form.
    var digit: Int? {
        guard case .character(let character) = self else { return nil }
        return character.wholeNumberValue.flatMap { (0...9).contains($0) ? $0 : nil }
    }

    /// What the key commands: the letter, where it lies on a Russian keyboard, and its wide form.
    var command: Command? {
        guard case .character(let character) = self else { return nil }
        return switch character {
        case "p", "P", "з", "З", "ｐ", "Ｐ": .pay
        // The second of these is a Cyrillic letter that looks the same.
        case "c", "C", "с", "С", "ｃ", "Ｃ": .cancel
        default: nil
        }
    }

    enum Command: Hashable, Sendable {
        case pay, cancel
    }
}
