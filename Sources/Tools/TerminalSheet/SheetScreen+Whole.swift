internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

extension SheetScreen {
    /// The whole sheet: what is chosen, what it costs, and what can be done.
    func whole(_ sheet: PaymentSheet, _ frame: ScreenFrame, _ height: Int) -> [ScreenLine] {
        let service = SheetPhrase.serviceName.text[language]
        let top = frame.top(service, remark: SheetPhrase.testOnly.text[language])
        let (rows, loose) = rowLines(sheet, frame)
        let messages = messages(sheet, loose)
        // Three borders and the top, the total, the button, the message and the hints.
        let room = max(1, height - 8)
        let shownRows = Self.cut(rows, to: room - 1)
        let items = itemLines(sheet, frame, room: max(1, room - shownRows.count))
        var lines = [top] + shownRows.map(frame.line) + [frame.divider]
        lines += (items + [totalLine(sheet, frame)]).map(frame.line)
        lines.append(frame.divider)
        lines.append(frame.line(messageLine(messages, frame)))
        lines.append(frame.line(payLine(sheet, frame)))
        return lines + [frame.bottom, hintLine(frame)]
    }

    private static func cut(_ lines: [ScreenLine], to count: Int) -> [ScreenLine] {
        lines.count <= count ? lines : Array(lines.prefix(max(0, count)))
    }

    /// The rows with the errors beside them, and the errors that stand beside no row.
    private func rowLines(
        _ sheet: PaymentSheet,
        _ frame: ScreenFrame
    ) -> (lines: [ScreenLine], loose: [String]) {
        let rows = SheetRow.rows(of: sheet)
        let type = sheet.request.request.shippingType
        let titles = rows.map { $0.title(of: sheet, in: language) }
        let column = min(titles.map(CellWidth.of).max() ?? 0, frame.inside * 2 / 5)
        var lines: [ScreenLine] = []
        for (index, row) in rows.enumerated() {
            let isAtKeys = mode == .browsing && focus == .row(row)
            let title = ScreenLine(titles[index].cut(to: column)).padded(to: column).text
            let number = row.isOpen(of: sheet) ? "\(index + 1)" : " "
            let lead = "\(isAtKeys ? ">" : " ") \(number) \(title)  "
            let value = row.value(of: sheet, in: language)
            let text = (lead + value.text.harmless).cut(to: frame.inside)
            let line = ScreenLine(text, isAtKeys ? .chosen : .plain)
            lines.append(isAtKeys ? line.padded(to: frame.inside) : line)
            if let detail = value.detail, !detail.isEmpty {
                let indent = String(repeating: " ", count: CellWidth.of(lead))
                lines.append(
                    ScreenLine((indent + detail.harmless).cut(to: frame.inside), .faint)
                )
            }
            lines += sheet.errors.filter { SheetRow.row(of: $0, among: rows) == row }
                .map { error in
                    let sentence = error.sentence(for: type, in: language).harmless
                    return ScreenLine("  ! \(sentence)".cut(to: frame.inside), .warning)
                }
        }
        let loose = sheet.errors.filter { SheetRow.row(of: $0, among: rows) == nil }
        return (lines, loose.map { $0.sentence(for: type, in: language) })
    }

    /// The merchant's lines but for the total, as many as there is room for.
    private func itemLines(
        _ sheet: PaymentSheet,
        _ frame: ScreenFrame,
        room: Int
    ) -> [ScreenLine] {
        let items = sheet.request.items.dropLast()
        let lines = items.flatMap { item -> [ScreenLine] in
            let amount =
                item.kind == .pending
                ? SheetPhrase.pendingAmount.text[language] : item.amount.text(in: language)
            let timing = item.timing?.lines(currency: item.amount.currency, in: language) ?? []
            return [ScreenLine.justified("  \(item.label)", amount, cells: frame.inside)]
                + timing.map { ScreenLine("    \($0)".cut(to: frame.inside), .faint) }
        }
        guard lines.count > room else { return lines }
        let hidden = lines.count - room + 1
        let more = "  … \(CountedPhrase.moreLines.text(hidden, in: language))"
        return lines.prefix(room - 1) + [ScreenLine(more.cut(to: frame.inside), .faint)]
    }

    private func totalLine(_ sheet: PaymentSheet, _ frame: ScreenFrame) -> ScreenLine {
        ScreenLine.justified(
            "  " + PayeeWording.text(sheet.request.totalItem.label, in: language),
            sheet.request.total.text(in: language),
            cells: frame.inside,
            .strong
        )
    }

    /// What the sheet says besides what stands beside its rows, the worst first.
    private func messages(_ sheet: PaymentSheet, _ loose: [String]) -> [String] {
        let type = sheet.request.request.shippingType
        switch notice {
        case .processing where mode != .processing: return loose
        case .errors(let errors)?:
            // What stands beside a row is said once more only where there is nothing else to say,
            // and once it is put right nothing is said of it at all.
            guard loose.isEmpty else { return loose }
            let standing = errors.first(where: sheet.errors.contains)
            return [standing?.sentence(for: type, in: language)].compactMap(\.self)
        case let notice?: return notice.sentences(for: type, in: language)
        case nil: return loose
        }
    }

    private func messageLine(_ messages: [String], _ frame: ScreenFrame) -> ScreenLine {
        guard let first = messages.first else { return ScreenLine() }
        let others = messages.count - 1
        let more =
            others > 0 ? "(\(CountedPhrase.moreProblems.text(others, in: language)))" : ""
        return ScreenLine.justified("  \(first)", more, cells: frame.inside, .warning)
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
        case .browsing, .choosing, .typingCode, .typingPIN: break
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

    private func hintLine(_ frame: ScreenFrame) -> ScreenLine {
        switch mode {
        case .confirming: hint([("p", .pay), ("Esc", .back)], frame)
        case .processing: hint([("c", .cancel)], frame)
        case .over: ScreenLine()
        default:
            hint([("↑↓", .choose), ("Enter", .change), ("p", .pay), ("c", .cancel)], frame)
        }
    }
}
