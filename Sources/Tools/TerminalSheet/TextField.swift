internal import SheetView

/// A text that is being edited, and the position of the cursor.
///
/// It contains only what fits on one line: no control characters, and no characters that change
/// the direction of the text.
struct TextField: Hashable, Sendable {
    /// Maximum length of the text; a letter may consist of several scalars.
    ///
    /// - Units: Unicode scalars.
    static let limit = ContactForm.textLimit

    private var before: String
    private var after = ""

    /// Creates a text with the cursor at its end.
    init(_ text: String = "") {
        before = text.writable
    }

    var text: String { before + after }

    /// Handles a key that edits the text or moves the cursor.
    mutating func take(_ key: Key) {
        switch key {
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .delete: if !after.isEmpty { after.removeFirst() }
        case .left: if let last = before.popLast() { after = String(last) + after }
        case .right: if !after.isEmpty { before.append(after.removeFirst()) }
        case .home: (before, after) = ("", text)
        case .end: (before, after) = (text, "")
        case .clear: (before, after) = ("", "")
        case .up, .down, .enter, .escape, .tab, .backTab, .endOfInput: break
        }
    }

    private mutating func insert(_ text: String) {
        let available = Self.limit - self.text.unicodeScalars.count
        guard available > 0 else { return }
        before.unicodeScalars.append(contentsOf: text.writable.unicodeScalars.prefix(available))
    }

    /// The part of the text that fits, and the cell of the cursor.
    ///
    /// After the last letter the cursor takes a cell of its own.
    func shown(cells: Int) -> (text: String, cursor: Int) {
        let whole = text
        if CellWidth.of(whole) < cells { return (whole, CellWidth.of(before)) }
        // If text follows the cursor, a quarter of the space is for it.
        let available = max(0, after.isEmpty ? cells - 1 : cells * 3 / 4)
        let start = String(before.reversed()).cut(to: available)
        let lead = String(start.reversed())
        let cursor = CellWidth.of(lead)
        return (lead + after.cut(to: max(0, cells - cursor)), cursor)
    }
}
