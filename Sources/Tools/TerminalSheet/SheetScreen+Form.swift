internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
internal import SheetWording

extension SheetScreen {
    /// A form for a contact: as many fields around the one with the focus as fit.
    func writing(
        _ editor: ContactEditor,
        _ sheet: PaymentSheet,
        _ frame: ScreenFrame,
        _ height: Int
    ) -> [ScreenLine] {
        let form = editor.form
        let type = sheet.request.request.shippingType
        let errors = form.row.errors(of: sheet).filter { !form.isChanged(at: $0.place) }
        let loose = errors.filter { form.entryMeant(by: $0.place) == nil }
            .map { $0.error.sentence(for: type, in: language) }
        let remark = form.isFixed ? [SheetPhrase.addressIsFixed.text[language]] : []
        let titles = form.entries.map { $0.field.title(in: language) }
        let column = min(titles.map(CellWidth.of).max() ?? 0, frame.inside * 2 / 5)
        let blocks = form.entries.indices.map { place -> [ScreenLine] in
            let told = errors.filter { form.entryMeant(by: $0.place) == place }
                .map { $0.error.sentence(for: type, in: language) }
            let own =
                editor.isJudged ? form.problem(at: place).map { [$0.text[language]] } ?? [] : []
            return fieldLines(editor, at: place, titles[place], column, frame)
                + (own + told).flatMap { Self.warning($0, frame, lines: 2) }
        }
        var lines = [frame.top(form.row.title(of: sheet, in: language))]
        lines += (remark + loose).prefix(2).flatMap { Self.warning($0, frame, lines: 1) }
            .map(frame.line)
        // The bottom border and the hints.
        let available = height - lines.count - 2
        let shown = Self.range(
            around: editor.focus,
            heights: blocks.map(\.count),
            available: available
        )
        lines += blocks[shown].joined().prefix(available).map(frame.line)
        let hints: [(key: String, phrase: HintPhrase)] =
            form.isFixed
            ? [("↑↓", .move), ("Esc", .back)]
            : [("↑↓", .move), ("Enter", .done), ("Esc", .back)]
        return lines + [frame.bottom, hint(hints, frame)]
    }

    private func fieldLines(
        _ editor: ContactEditor,
        at place: Int,
        _ title: String,
        _ column: Int,
        _ frame: ScreenFrame
    ) -> [ScreenLine] {
        let isAtKeys = place == editor.focus
        let name = ScreenLine(title.cut(to: column)).padded(to: column).text
        let lead = ScreenLine("\(isAtKeys ? ">" : " ") \(name)  ")
        let available = frame.inside - lead.width
        let field = editor.texts[place]
        guard !editor.form.isFixed else {
            // A read-only text cannot be scrolled, so it is shown on several lines.
            let indent = String(repeating: " ", count: lead.width)
            let texts = field.text.wrapped(to: available, lines: 3)
            return [lead + ScreenLine(texts.first ?? "")]
                + texts.dropFirst().map { ScreenLine(indent + $0) }
        }
        guard isAtKeys else { return [lead + ScreenLine(field.text.cut(to: available))] }
        let (text, cursor) = field.shown(cells: available)
        let written = lead + ScreenLine(text, .strong).withCursor(at: min(cursor, available - 1))
        guard let name = editor.completion else { return [written] }
        let rest = frame.inside - written.width - 1
        guard rest > 3 else { return [written] }
        return [written + ScreenLine(" (\(name))".cut(to: rest), .faint)]
    }

    static func warning(_ sentence: String, _ frame: ScreenFrame, lines: Int) -> [ScreenLine] {
        sentence.harmless.wrapped(to: frame.inside - 4, lines: lines).enumerated()
            .map { ScreenLine(($0.offset == 0 ? "  ! " : "    ") + $0.element, .warning) }
    }
}
