/// The positions of the parts of a button's title, centred on one line.
///
/// Letter widths are estimates, and each piece of text is set to exactly its estimated width. So
/// nothing overlaps or overflows in any font.
struct PaymentButtonLayout: Hashable, Sendable {
    /// A part of the title.
    enum Piece: Hashable, Sendable {
        case text(String, x: Double, baseline: Double, size: Double, isBold: Bool)
        case quince(x: Double, y: Double, size: Double)

        var svg: String {
            switch self {
            case .text(let text, let x, let baseline, let size, let isBold):
                let length = LetterWidths.width(of: text) * size
                return """
                    <text x="\(points(x))" y="\(points(baseline))" \
                    font-family="system-ui,sans-serif" font-size="\(points(size))" \
                    font-weight="\(isBold ? 600 : 500)" textLength="\(points(length))" \
                    lengthAdjust="spacingAndGlyphs">\(XMLText.escaped(text))</text>
                    """
            case .quince(let x, let y, let size):
                let scale = points(size / QuinceGlyph.size)
                return """
                    <path transform="translate(\(points(x)) \(points(y))) scale(\(scale))" \
                    d="\(QuinceGlyph.path)"/>
                    """
            }
        }
    }

    let pieces: [Piece]
    /// The fraction of the width that the title may use.
    let span: Double

    private static let word = "Pay"
    /// Relative to the height of the button.
    private static let largestSize = 0.43
    private static let margin = 0.25
    /// The font size in points below which only the mark is shown.
    private static let smallestSize = 7.0
    /// Relative to the font size.
    private static let gap = 0.3
    private static let glyphSize = 1.0
    private static let gapAfterGlyph = 0.12

    init(title: String, width: Double, height: Double) {
        let parts = title.split(separator: "%", omittingEmptySubsequences: false)
            .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
        let (before, after) = (parts.first ?? "", parts.last ?? "")
        let available = width - 2 * Self.margin * height
        let size = Self.size(of: before, after, height: height, available: available)
        let fits = size >= Self.smallestSize
        (pieces, span) = Self.set(
            fits ? before : "",
            fits ? after : "",
            size: fits ? size : Self.size(of: "", "", height: height, available: available),
            width: width,
            height: height
        )
    }

    private static func size(
        of before: String,
        _ after: String,
        height: Double,
        available: Double
    ) -> Double {
        min(largestSize * height, max(0, available) / length(before, after))
    }

    /// The length of a title relative to its font size.
    private static func length(_ before: String, _ after: String) -> Double {
        [before, after].filter { !$0.isEmpty }
            .reduce(glyphSize + gapAfterGlyph + LetterWidths.width(of: word)) {
                $0 + gap + LetterWidths.width(of: $1)
            }
    }

    private static func set(
        _ before: String,
        _ after: String,
        size: Double,
        width: Double,
        height: Double
    ) -> (pieces: [Piece], span: Double) {
        let span = length(before, after) * size
        let baseline = height / 2 + 0.35 * size
        var x = (width - span) / 2
        var pieces: [Piece] = []
        func add(_ text: String, isBold: Bool) {
            guard !text.isEmpty else { return }
            pieces.append(.text(text, x: x, baseline: baseline, size: size, isBold: isBold))
            x += LetterWidths.width(of: text) * size
        }
        add(before, isBold: false)
        if !before.isEmpty { x += gap * size }
        let y = height / 2 - 0.55 * glyphSize * size
        pieces.append(.quince(x: x, y: y, size: glyphSize * size))
        x += (glyphSize + gapAfterGlyph) * size
        add(word, isBold: true)
        if !after.isEmpty { x += gap * size }
        add(after, isBold: false)
        return (pieces, span)
    }
}
