/// A line of a screen: pieces of text, each in a style.
public struct ScreenLine: Hashable, Sendable {
    /// How a piece looks.
    public enum Style: Hashable, Sendable {
        /// As everything else.
        case plain
        /// Bold, for what counts.
        case strong
        /// Fainter, for what explains.
        case faint
        /// Black on white, for what the keys are about.
        case chosen
        /// Bold, for what must be put right.
        case warning
    }

    private struct Piece: Hashable, Sendable {
        let text: String
        let style: Style
    }

    private var pieces: [Piece] = []
    /// The cell that the cursor is at, counted from 0; nil where it is not on this line.
    private(set) var cursor: Int?

    /// A line with one piece, whose control characters are taken out.
    init(_ text: String = "", _ style: Style = .plain) {
        if !text.isEmpty { pieces = [Piece(text: text.harmless, style: style)] }
    }

    /// The same with the cursor at a cell.
    func withCursor(at cell: Int) -> ScreenLine {
        var line = self
        line.cursor = cell
        return line
    }

    /// The line without its styles.
    public var text: String { pieces.map(\.text).joined() }

    /// How many cells it takes.
    var width: Int { pieces.reduce(0) { $0 + CellWidth.of($1.text) } }

    /// The line as a terminal shows it in its styles.
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

    /// The line, filled up with spaces.
    func padded(to cells: Int) -> ScreenLine {
        self + ScreenLine(String(repeating: " ", count: max(0, cells - width)))
    }

    /// A text at the left and one at the right, of which the left one is cut where it must be.
    static func justified(
        _ left: String,
        _ right: String,
        cells: Int,
        _ style: Style = .plain
    ) -> ScreenLine {
        let right = right.harmless.cut(to: cells)
        let module = max(0, cells - CellWidth.of(right) - 2)
        let start = left.harmless.cut(to: module)
        let gap = max(0, cells - CellWidth.of(start) - CellWidth.of(right))
        return ScreenLine(start + String(repeating: " ", count: gap) + right, style)
    }
}
