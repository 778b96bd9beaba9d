/// A text that is being written, and where in it the hands are.
///
/// Only what can stand on one line gets in: no control characters, and nothing that turns the
/// direction of what follows.
struct TextField: Hashable, Sendable {
    /// Longer texts than this are not written; a letter may be made of several.
    ///
    /// - Units: Unicode scalars.
    static let limit = 200

    private var before: String
    private var after = ""

    /// A text with the hands at its end.
    init(_ text: String = "") {
        before = text.writable
    }

    var text: String { before + after }

    /// Takes a key, if it writes or moves.
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
        let module = Self.limit - self.text.unicodeScalars.count
        guard module > 0 else { return }
        before.unicodeScalars.append(contentsOf: text.writable.unicodeScalars.prefix(module))
    }

    /// What there is space for, with where the hands are in it, counted in cells.
    ///
    /// The hands may be behind the last letter, so they take a cell themselves.
    func shown(cells: Int) -> (text: String, cursor: Int) {
        let whole = text
        if CellWidth.of(whole) < cells { return (whole, CellWidth.of(before)) }
        // Where something follows, a fourth of the module is for it.
        let module = max(0, after.isEmpty ? cells - 1 : cells * 3 / 4)
        let start = String(before.reversed()).cut(to: module)
        let lead = String(start.reversed())
        let cursor = CellWidth.of(lead)
        return (lead + after.cut(to: max(0, cells - cursor)), cursor)
    }
}

extension String {
    /// What of the text can be written in a field.
    fileprivate var writable: String {
        var text = ""
        text.unicodeScalars.append(
            contentsOf: harmless.unicodeScalars.filter { $0 != "\u{fffd}" }
        )
        return text
    }
}
