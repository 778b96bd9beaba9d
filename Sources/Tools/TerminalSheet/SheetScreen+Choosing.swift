internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

/// One of a row's possibilities, as it is shown.
private struct Possibility {
    let text: String
    let amount: String
    let detail: String
    let isSelected: Bool
}

extension SheetScreen {
    /// The possibilities of a row, as many as there is room for around the one the keys are at.
    func choosing(
        _ row: SheetRow,
        at place: Int,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices,
        _ frame: ScreenFrame,
        _ height: Int
    ) -> [ScreenLine] {
        let possibilities = possibilities(of: row, sheet, choices)
        // Two borders, the line of hints, and a line each way that says that there are more.
        let room = max(1, (height - 5) / 2)
        let first = max(0, min(place - room / 2, possibilities.count - room))
        let shown = possibilities.indices.dropFirst(first).prefix(room)
        var lines = [frame.top(row.title(of: sheet, in: language))]
        func more(_ count: Int) {
            guard count > 0 else { return }
            let text = "    … \(CountedPhrase.moreChoices.text(count, in: language))"
            lines.append(frame.line(ScreenLine(text.cut(to: frame.inside), .faint)))
        }
        more(first)
        for index in shown {
            lines += self.lines(
                of: possibilities[index],
                number: index + 1,
                isAtKeys: index == place,
                frame
            )
        }
        more(possibilities.count - first - shown.count)
        if possibilities.isEmpty {
            lines.append(frame.line(ScreenLine(SheetPhrase.nothingToChoose.text[language], .faint)))
        }
        return lines + [
            frame.bottom, hint([("↑↓", .choose), ("Enter", .take), ("Esc", .back)], frame),
        ]
    }

    private func lines(
        of possibility: Possibility,
        number: Int,
        isAtKeys: Bool,
        _ frame: ScreenFrame
    ) -> [ScreenLine] {
        let mark = (isAtKeys ? "> " : "  ") + (possibility.isSelected ? "* " : "  ")
        let lead = number <= 9 ? "\(mark)\(number) " : "\(mark)  "
        let text = ScreenLine.justified(
            lead + possibility.text,
            possibility.amount,
            cells: frame.inside,
            isAtKeys ? .chosen : .plain
        )
        guard !possibility.detail.isEmpty else { return [frame.line(text)] }
        let detail = "      \(possibility.detail)".harmless.cut(to: frame.inside)
        return [frame.line(text), frame.line(ScreenLine(detail, .faint))]
    }

    private func possibilities(
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> [Possibility] {
        switch row {
        case .card:
            choices.cards.map { card in
                Possibility(
                    text: card.method.displayName ?? "",
                    amount: card.method.type.title?[language] ?? "",
                    detail: "",
                    isSelected: card.id == sheet.card.id
                )
            }
        case .shippingMethod:
            sheet.request.shippingMethods.map { method in
                Possibility(
                    text: method.label,
                    amount: method.amount.price(in: language),
                    detail: method.detail ?? method.arrival?.text(in: language) ?? "",
                    isSelected: method == sheet.shippingMethod
                )
            }
        case .shippingContact, .contact, .billingContact:
            choices.contacts.map { contact in
                let current = row == .billingContact ? sheet.billingContact : sheet.shippingContact
                let lines = contact.lines(for: row)
                return Possibility(
                    text: lines.first,
                    amount: "",
                    detail: lines.second,
                    isSelected: current.map { contact.lines(for: row) == $0.lines(for: row) }
                        ?? false
                )
            }
        case .couponCode: []
        }
    }
}
