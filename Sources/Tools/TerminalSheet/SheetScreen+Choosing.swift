internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
internal import SheetWording

extension SheetScreen {
    /// The choices of a row: as many around the selected one as fit.
    func choosing(
        _ row: SheetRow,
        at place: Int,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices,
        _ frame: ScreenFrame,
        _ height: Int
    ) -> [ScreenLine] {
        let possibilities = possibilities(of: row, sheet, choices.knowing(contacts))
        // Two borders, the hints, and a line above and below for hidden choices.
        let shown = Self.range(
            around: place,
            heights: possibilities.map { ($0.obstacle ?? $0.detail).isEmpty ? 1 : 2 },
            available: height - 5
        )
        var lines = [frame.top(row.title(of: sheet, in: language))]
        func more(_ count: Int) {
            guard count > 0 else { return }
            let text = "    … \(CountedPhrase.moreChoices.text(count, in: language))"
            lines.append(frame.line(ScreenLine(text.cut(to: frame.inside), .faint)))
        }
        more(shown.lowerBound)
        for index in shown {
            lines += self.lines(
                of: possibilities[index],
                number: index + 1,
                isAtKeys: index == place,
                frame
            )
        }
        more(possibilities.count - shown.upperBound)
        if possibilities.isEmpty {
            lines.append(frame.line(ScreenLine(SheetPhrase.nothingToChoose.text[language], .faint)))
        }
        let edit: [(key: String, phrase: HintPhrase)] = row.isContact ? [("e", .edit)] : []
        return lines + [
            frame.bottom,
            hint([("↑↓", .choose), ("Enter", .take)] + edit + [("Esc", .back)], frame),
        ]
    }

    private func lines(
        of possibility: SheetChoice,
        number: Int,
        isAtKeys: Bool,
        _ frame: ScreenFrame
    ) -> [ScreenLine] {
        let mark = (isAtKeys ? "> " : "  ") + (possibility.isSelected ? "* " : "  ")
        let key = possibility.obstacle != nil ? "–" : number <= 9 ? "\(number)" : " "
        let text = ScreenLine.justified(
            "\(mark)\(key) \(possibility.text)",
            possibility.amount,
            cells: frame.inside,
            isAtKeys ? .chosen : possibility.obstacle != nil ? .faint : .plain
        )
        let explanation = possibility.obstacle ?? possibility.detail
        guard !explanation.isEmpty else { return [frame.line(text)] }
        let detail = "      \(explanation)".harmless.cut(to: frame.inside)
        return [frame.line(text), frame.line(ScreenLine(detail, .faint))]
    }

    private func possibilities(
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> [SheetChoice] {
        choices.shown(for: row, of: sheet, in: language)
            + [row.newChoice(in: language).map { SheetChoice("\($0)…") }].compactMap(\.self)
    }
}
