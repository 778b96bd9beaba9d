/// A key that was pressed, or a text that was pasted.
public enum Key: Hashable, Sendable {
    /// The arrow up.
    case up
    /// The arrow down.
    case down
    /// The arrow left.
    case left
    /// The arrow right.
    case right
    /// The key that goes to the beginning, or Control and A.
    case home
    /// The key that goes to the end, or Control and E.
    case end
    /// The return key.
    case enter
    /// The escape key.
    case escape
    /// The key that takes back a letter.
    case backspace
    /// The key that takes away the next letter.
    case delete
    /// Control and U: takes away what is written.
    case clear
    /// The tabulator.
    case tab
    /// The tabulator with the shift key.
    case backTab
    /// There will be no more keys.
    case endOfInput
    /// A letter, a digit or a sign.
    case character(Character)
    /// A text from the clipboard; none of its letters is a command.
    case paste(String)

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
        case "e", "E", "у", "У", "ｅ", "Ｅ": .edit
        case "?", "？": .keys
        default: nil
        }
    }

    enum Command: Hashable, Sendable {
        case pay, cancel, edit, keys
    }
}
