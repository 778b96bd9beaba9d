internal import SheetView

/// A line of the screen: pieces of text with styles.
public struct ScreenLine: Hashable, Sendable {
    /// The style of a piece.
    public enum Style: Hashable, Sendable {
        /// The normal style.
        case plain
        /// Bold, for important text.
        case strong
        /// Faint, for explanations.
        case faint
        /// Reversed, for the selection.
        case chosen
        /// Bold, for errors.
        case warning
    }

    private struct Piece: Hashable, Sendable {
        let text: String
        let style: Style
    }

    private var pieces: [Piece] = []
    /// The cell of the cursor, counted from 0; nil if it is not on this line.
    private(set) var cursor: Int?

    /// Creates a line with one piece, without control characters.
    init(_ text: String = "", _ style: Style = .plain) {
        if !text.isEmpty { pieces = [Piece(text: text.harmless, style: style)] }
    }

    /// This line with the cursor at a cell.
    func withCursor(at cell: Int) -> ScreenLine {
        var line = self
        line.cursor = cell
        return line
    }

    /// The line without its styles.
    public var text: String { pieces.map(\.text).joined() }

    /// The width in cells.
    var width: Int { pieces.reduce(0) { $0 + CellWidth.of($1.text) } }

    /// The line with escape sequences for its styles.
    ///
    /// - Source: ECMA-48, *select graphic rendition*.
    public var styled: String {
        pieces.map { piece in
            switch piece.style {
            case .plain: piece.text
            case .strong, .warning: "\u{1b}[1m\(piece.text)\u{1b}[m"
            case .faint: "\u{1b}[2m\(piece.text)\u{1b}[m"
            case .chosen: "\u{1b}[7m\(piece.text)\u{1b}[m"
            }
        }
        .joined()
    }

    static func + (left: ScreenLine, right: ScreenLine) -> ScreenLine {
        var line = left
        if let cursor = right.cursor { line.cursor = left.width + cursor }
        line.pieces += right.pieces
        return line
    }

    /// The line, padded with spaces.
    func padded(to cells: Int) -> ScreenLine {
        self + ScreenLine(String(repeating: " ", count: max(0, cells - width)))
    }

    /// A line with text at the left and at the right; the left text is cut if necessary.
    static func justified(
        _ left: String,
        _ right: String,
        cells: Int,
        _ style: Style = .plain
    ) -> ScreenLine {
        let right = right.harmless.cut(to: cells)
        let available = max(0, cells - CellWidth.of(right) - 2)
        let start = left.harmless.cut(to: available)
        let gap = max(0, cells - CellWidth.of(start) - CellWidth.of(right))
        return ScreenLine(start + String(repeating: " ", count: gap) + right, style)
    }
}
