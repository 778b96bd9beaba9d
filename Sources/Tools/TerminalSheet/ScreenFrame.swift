internal import SheetView

extension String {
    /// The text with the sheet's own symbols replaced by ASCII of the same width. Text of a
    /// merchant or shopper stays the same.
    var withASCIIFrames: String {
        let signs: [Unicode.Scalar: Unicode.Scalar] = [
            "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "─": "-", "│": "|",
            "…": "~", "↑": "^", "↓": "v", "–": "-", "×": "x", "\u{a0}": " ",
        ]
        var text = ""
        text.unicodeScalars.append(contentsOf: unicodeScalars.lazy.map { signs[$0] ?? $0 })
        return text
    }
}

/// A box around lines.
struct ScreenFrame: Hashable, Sendable {
    /// The allowed widths of a sheet, including borders.
    static let widths = 40...100

    private let width: Int

    init(width: Int) { self.width = width }

    /// The number of cells between the borders and their margins.
    var inside: Int { width - 4 }

    /// The top border, with a title and an optional remark.
    func top(_ title: String, remark: String = "") -> ScreenLine {
        let title = title.harmless.cut(to: inside - 2)
        let available = inside - CellWidth.of(title) - 4
        let remark = CellWidth.of(remark) <= available ? remark : ""
        let middle = String(
            repeating: "─",
            count: max(0, available - CellWidth.of(remark) + (remark.isEmpty ? 2 : 0))
        )
        return ScreenLine("┌─ ") + ScreenLine(title, .strong) + ScreenLine(" \(middle)")
            + (remark.isEmpty
                ? ScreenLine() : ScreenLine(" ") + ScreenLine(remark, .faint) + ScreenLine(" "))
            + ScreenLine("─┐")
    }

    /// A border between two parts, with an optional remark.
    func divider(_ remark: String = "") -> ScreenLine {
        let remark = remark.isEmpty ? "" : "─ \(remark.cut(to: inside - 2)) "
        let rest = String(repeating: "─", count: width - 2 - CellWidth.of(remark))
        return ScreenLine("├\(remark)\(rest)┤")
    }

    var bottom: ScreenLine {
        ScreenLine("└" + String(repeating: "─", count: width - 2) + "┘")
    }

    /// A line between the borders.
    func line(_ content: ScreenLine) -> ScreenLine {
        ScreenLine("│ ") + content.padded(to: inside) + ScreenLine(" │")
    }
}
