internal import SheetView

/// A key press, or pasted text.
public enum Key: Hashable, Sendable {
    /// The up arrow key.
    case up
    /// The down arrow key.
    case down
    /// The left arrow key.
    case left
    /// The right arrow key.
    case right
    /// The Home key, or Control-A.
    case home
    /// The End key, or Control-E.
    case end
    /// The return key.
    case enter
    /// The escape key.
    case escape
    /// The backspace key, which deletes the previous character.
    case backspace
    /// The Delete key, which deletes the next character.
    case delete
    /// Control-U: deletes the text.
    case clear
    /// The Tab key.
    case tab
    /// The Tab key with Shift.
    case backTab
    /// The end of the input.
    case endOfInput
    /// A character.
    case character(Character)
    /// Pasted text; none of its characters is a command.
    case paste(String)

    /// The digit of the key, in half-width or full-width form.
    var digit: Int? {
        guard case .character(let character) = self else { return nil }
        return character.wholeNumberValue.flatMap { (0...9).contains($0) ? $0 : nil }
    }

    /// The command of the key: its letter, the letter at its position on a Russian keyboard, and
    /// the full-width form.
    var command: Command? {
        guard case .character(let character) = self else { return nil }
        return switch character {
        case "p", "P", "з", "З", "ｐ", "Ｐ": .pay
        // The third and fourth of these are the Cyrillic letter that looks the same.
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
