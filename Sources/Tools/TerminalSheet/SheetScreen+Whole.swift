internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
internal import SheetWording

/// A row as it is shown: its line, explanation and errors.
private struct RowBlock {
    let line: ScreenLine
    var details: [ScreenLine]
    let errors: [ScreenLine]

    var lines: [ScreenLine] { [line] + details + errors }
}

extension SheetScreen {
    /// The whole sheet: choices, costs and the button.
    func whole(_ sheet: PaymentSheet, _ frame: ScreenFrame, _ height: Int) -> [ScreenLine] {
        let service = SheetPhrase.serviceName.text[language]
        let top = frame.top(service, remark: SheetPhrase.testOnly.text[language])
        let rows = SheetRow.rows(of: sheet)
        let sentences = sheet.messages(
            after: notice,
            isProcessing: mode == .processing,
            in: language
        )
        let messages = messageLines(sentences, frame, height)
        // Three borders, the top, the total, the button and the hints.
        let available = max(1, height - 7 - messages.count)
        let (shownRows, hidden) = fit(blocks(of: rows, sheet, frame), of: rows, in: available - 1)
        let items = itemLines(sheet, frame, available: max(1, available - shownRows.count))
        let more = hidden > 0 ? "… \(CountedPhrase.moreLines.text(hidden, in: language))" : ""
        var lines = [top] + shownRows.map(frame.line) + [frame.divider(more)]
        lines += (items + [totalLine(sheet, frame)]).map(frame.line)
        lines.append(frame.divider())
        lines += (messages + [payLine(sheet, frame)]).map(frame.line)
        return lines + [frame.bottom, hintLine(sheet, frame)]
    }

    /// As many rows as fit. Explanations are omitted first, then the rows that are farthest from
    /// the focus or from an error.
    private func fit(
        _ whole: [RowBlock],
        of rows: [SheetRow],
        in available: Int
    ) -> (lines: [ScreenLine], hidden: Int) {
        let lines = whole.flatMap(\.lines)
        guard lines.count > available else { return (lines, 0) }
        let bare = whole.map { RowBlock(line: $0.line, details: [], errors: $0.errors) }
        let wrong = bare.firstIndex { !$0.errors.isEmpty }
        let atKeys = rows.firstIndex { focus == .row($0) }
        let shown = Self.range(
            around: atKeys ?? wrong ?? 0,
            heights: bare.map(\.lines.count),
            available: available
        )
        let fitting = Array(bare[shown].flatMap(\.lines).prefix(max(0, available)))
        return (fitting, bare.reduce(0) { $0 + $1.lines.count } - fitting.count)
    }

    /// The rows with their errors.
    private func blocks(
        of rows: [SheetRow],
        _ sheet: PaymentSheet,
        _ frame: ScreenFrame
    ) -> [RowBlock] {
        let titles = rows.map { $0.title(of: sheet, in: language) }
        let column = min(titles.map(CellWidth.of).max() ?? 0, frame.inside * 2 / 5)
        return rows.enumerated()
            .map { index, row in
                let isAtKeys = mode == .browsing && focus == .row(row)
                let title = ScreenLine(titles[index].cut(to: column)).padded(to: column).text
                let lead = "\(isAtKeys ? ">" : " ") \(index + 1) \(title)  "
                let value = row.value(of: sheet, in: language)
                let text = (lead + value.text.harmless).cut(to: frame.inside)
                let line = ScreenLine(text, isAtKeys ? .chosen : .plain)
                let indent = String(repeating: " ", count: CellWidth.of(lead))
                let detail = value.detail.flatMap { $0.isEmpty ? nil : $0 }
                    .map { ScreenLine((indent + $0.harmless).cut(to: frame.inside), .faint) }
                let errors = row.sentences(of: sheet, in: language)
                    .map { ScreenLine("  ! \($0.harmless)".cut(to: frame.inside), .warning) }
                return RowBlock(
                    line: isAtKeys ? line.padded(to: frame.inside) : line,
                    details: [detail].compactMap(\.self),
                    errors: errors
                )
            }
    }

    /// The merchant's lines without the total; as many as fit.
    private func itemLines(
        _ sheet: PaymentSheet,
        _ frame: ScreenFrame,
        available: Int
    ) -> [ScreenLine] {
        let lines =
            sheet.lines(in: language)
            .flatMap { item in
                [ScreenLine.justified("  \(item.label)", item.amount, cells: frame.inside)]
                    + item.details.map { ScreenLine("    \($0)".cut(to: frame.inside), .faint) }
            }
            + sheet.terms(in: language, by: zone)
            .map { ScreenLine("  \($0)".cut(to: frame.inside), .faint) }
        guard lines.count > available else { return lines }
        let hidden = lines.count - available + 1
        let more = "  … \(CountedPhrase.moreLines.text(hidden, in: language))"
        return lines.prefix(available - 1) + [ScreenLine(more.cut(to: frame.inside), .faint)]
    }

    private func totalLine(_ sheet: PaymentSheet, _ frame: ScreenFrame) -> ScreenLine {
        let total = sheet.totalLine(in: language)
        return ScreenLine.justified(
            "  \(total.label)",
            total.amount,
            cells: frame.inside,
            .strong
        )
    }

    private func messageLines(
        _ messages: [String],
        _ frame: ScreenFrame,
        _ height: Int
    ) -> [ScreenLine] {
        guard let first = messages.first else { return [ScreenLine()] }
        let others = messages.count - 1
        guard others == 0 else {
            let more = "(\(CountedPhrase.moreProblems.text(others, in: language)))"
            return [ScreenLine.justified("  \(first)", more, cells: frame.inside, .warning)]
        }
        // A low window has only one line for it.
        return first.harmless.wrapped(to: frame.inside - 2, lines: height < 15 ? 1 : 2)
            .map { ScreenLine("  \($0)", .warning) }
    }

    private func payLine(_ sheet: PaymentSheet, _ frame: ScreenFrame) -> ScreenLine {
        switch mode {
        case .confirming(let total):
            return ScreenLine.justified(
                "> \(HintPhrase.pressAgainToPay.text[language])",
                total.text(in: language),
                cells: frame.inside,
                .chosen
            )
        case .processing, .over: return ScreenLine()
        case .browsing, .choosing, .writing, .typingCode, .typingPIN: break
        }
        guard sheet.outstanding == nil else {
            return ScreenLine("    \(SheetPhrase.updating.text[language])", .faint)
        }
        let isAtKeys = focus == .pay
        let text = "\(isAtKeys ? ">" : " ") p \(SheetPhrase.payWithPasscode.text[language])"
        let style: ScreenLine.Style =
            isAtKeys ? .chosen : sheet.canAuthorize ? .plain : .faint
        let line = ScreenLine(text.cut(to: frame.inside), style)
        return isAtKeys ? line.padded(to: frame.inside) : line
    }

    private func hintLine(_ sheet: PaymentSheet, _ frame: ScreenFrame) -> ScreenLine {
        switch mode {
        case .confirming: return hint([("p", .pay), ("Esc", .back)], frame)
        case .processing: return hint([("c", .cancel)], frame)
        case .over: return ScreenLine()
        default: break
        }
        var hints: [(key: String, phrase: HintPhrase)] = [
            ("?", .keys), ("↑↓", .choose), ("Enter", .change),
        ]
        if case .row(let row) = focus {
            if !row.isOpen(of: sheet) {
                hints[2].phrase = .view
            } else if row.isContact {
                hints.append(("e", .edit))
            }
        }
        return hint(hints + [("p", .pay), ("c", .cancel)], frame)
    }
}
