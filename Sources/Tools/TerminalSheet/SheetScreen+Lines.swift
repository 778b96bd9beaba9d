internal import Money
internal import PaymentRequest
public import PaymentSheet
internal import SheetWording

extension SheetScreen {
    /// The least height in which the sheet can be drawn.
    public static let leastHeight = 16

    /// The screen's lines, from top to bottom: at most as many as its height.
    ///
    /// - Parameters:
    ///   - sheet: The sheet as it stands.
    ///   - choices: What there is to choose from.
    ///   - width: How many cells a line of the terminal has; at most 100 are used.
    ///   - height: How many lines the terminal has.
    /// - Returns: The lines; a hint where the terminal is too small.
    public func lines(
        of sheet: PaymentSheet,
        choosingFrom choices: SheetChoices,
        width: Int,
        height: Int
    ) -> [ScreenLine] {
        guard width >= ScreenFrame.widths.lowerBound, height >= Self.leastHeight else {
            let hint = HintPhrase.windowTooSmall.text[language]
            return height > 0 ? [ScreenLine(hint.cut(to: width))] : []
        }
        let frame = ScreenFrame(width: min(width, ScreenFrame.widths.upperBound))
        switch mode {
        case .choosing(let row, let place):
            return choosing(row, at: place, sheet, choices, frame, height)
        case .typingCode(let code):
            let title = SheetRow.couponCode.title(of: sheet, in: language)
            return field(title, "\(code)_", frame, hints: [("Enter", .done), ("Esc", .back)])
        case .typingPIN(let digits):
            let title = notice?.sentences(for: .shipping, in: language).first
            return field(
                title ?? SheetPhrase.enterPIN.text[language],
                String(repeating: "*", count: digits) + "_",
                frame,
                hints: [("Enter", .done), ("c", .cancel)]
            )
        case .browsing, .confirming, .processing, .over: return whole(sheet, frame, height)
        }
    }

    /// The keys and what they do.
    func hint(
        _ hints: [(key: String, phrase: HintPhrase)],
        _ frame: ScreenFrame
    ) -> ScreenLine {
        let texts = hints.map { "\($0.key) \($0.phrase.text[language])" }
        let wide = "  " + texts.joined(separator: "   ")
        let fits = CellWidth.of(wide) <= frame.inside + 2
        let hints = fits ? wide : " " + texts.joined(separator: ", ")
        return ScreenLine(hints.cut(to: frame.inside + 2), .faint)
    }

    /// The part of the sheet in which something is typed.
    private func field(
        _ title: String,
        _ text: String,
        _ frame: ScreenFrame,
        hints: [(key: String, phrase: HintPhrase)]
    ) -> [ScreenLine] {
        // The end of what is typed is what somebody wants to see.
        var shown = text.harmless
        while CellWidth.of(shown) > frame.inside { shown.removeFirst() }
        return [
            frame.top(title), frame.line(ScreenLine()), frame.line(ScreenLine(shown, .strong)),
            frame.line(ScreenLine()), frame.bottom, hint(hints, frame),
        ]
    }
}
