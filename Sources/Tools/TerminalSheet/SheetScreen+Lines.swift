internal import Money
internal import PaymentRequest
public import PaymentSheet
public import SheetView
internal import SheetWording

extension SheetScreen {
    /// Minimum height of the sheet.
    public static let leastHeight = 12

    /// The screen's lines, from top to bottom; at most as many as its height.
    ///
    /// - Parameters:
    ///   - sheet: The sheet.
    ///   - choices: The choices.
    ///   - width: The number of cells of a terminal line; at most 100 are used.
    ///   - height: The number of lines of the terminal.
    /// - Returns: The lines; if the terminal is too small, the size that is needed.
    public func lines(
        of sheet: PaymentSheet,
        choosingFrom choices: SheetChoices,
        width: Int,
        height: Int
    ) -> [ScreenLine] {
        guard width >= ScreenFrame.widths.lowerBound, height >= Self.leastHeight else {
            return Self.sizeNeeded(width: width, height: height, in: language)
        }
        let frame = ScreenFrame(width: min(width, ScreenFrame.widths.upperBound))
        if showsKeys { return keyList(frame) }
        switch mode {
        case .choosing(let row, let place):
            return choosing(row, at: place, sheet, choices, frame, height)
        case .writing(let form): return writing(form, sheet, frame, height)
        case .typingCode(let code):
            let title = SheetRow.couponCode.title(of: sheet, in: language)
            let (text, cursor) = code.shown(cells: frame.inside)
            let line = ScreenLine(text, .strong).withCursor(at: cursor)
            return field(title, line, frame, hints: [("Enter", .done), ("Esc", .back)])
        case .typingPIN(let digits):
            let title = notice?.sentences(for: .shipping, in: language).first
            return field(
                title ?? SheetPhrase.enterPIN.text[language],
                ScreenLine(String(repeating: "*", count: digits), .strong).withCursor(at: digits),
                frame,
                hints: [("Enter", .done), ("c", .cancel)]
            )
        case .browsing, .confirming, .processing, .over: return whole(sheet, frame, height)
        }
    }

    private static func sizeNeeded(
        width: Int,
        height: Int,
        in language: Language
    ) -> [ScreenLine] {
        guard width > 0, height > 0 else { return [] }
        let size = "\(ScreenFrame.widths.lowerBound)\u{a0}×\u{a0}\(leastHeight)"
        return "\(HintPhrase.windowTooSmall.text[language]): \(size)"
            .wrapped(to: width, lines: height).map { ScreenLine($0) }
    }

    /// The list of keys.
    private func keyList(_ frame: ScreenFrame) -> [ScreenLine] {
        let keys: [(key: String, phrase: HintPhrase)] = [
            ("↑ ↓", .upAndDown), ("1 … 9", .number), ("Enter", .change), ("e", .edit),
            ("p", .pay), ("c", .cancel), ("Esc", .back), ("?", .keys),
        ]
        let lines = keys.map { key, phrase in
            frame.line(ScreenLine("  \(key)").padded(to: 9) + ScreenLine(phrase.text[language]))
        }
        return [frame.top(HintPhrase.keys.text[language])] + lines
            + [frame.bottom, hint([("Esc", .back)], frame)]
    }

    /// The keys and what they do, the least important first. The first are omitted if the line is
    /// too short.
    func hint(
        _ hints: [(key: String, phrase: HintPhrase)],
        _ frame: ScreenFrame
    ) -> ScreenLine {
        let texts = hints.map { "\($0.key) \($0.phrase.text[language])" }
        let available = frame.inside + 2
        let wide = "  " + texts.joined(separator: "   ")
        guard CellWidth.of(wide) > available else { return ScreenLine(wide, .faint) }
        let narrow = texts.indices.lazy.map { texts[$0...].joined(separator: ", ") }
        let fitting = narrow.first { CellWidth.of($0) <= available }
        return ScreenLine((fitting ?? texts.last ?? "").cut(to: available), .faint)
    }

    /// The part of the sheet for text input.
    private func field(
        _ title: String,
        _ line: ScreenLine,
        _ frame: ScreenFrame,
        hints: [(key: String, phrase: HintPhrase)]
    ) -> [ScreenLine] {
        [
            frame.top(title), frame.line(ScreenLine()), frame.line(line),
            frame.line(ScreenLine()), frame.bottom, hint(hints, frame),
        ]
    }
}
