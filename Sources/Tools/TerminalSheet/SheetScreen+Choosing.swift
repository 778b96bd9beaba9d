internal import Money
internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

/// A choice of a row, as it is shown.
private struct Possibility {
    let text: String
    var amount = ""
    var detail = ""
    var isSelected = false
    /// Whether it is shown and cannot be chosen.
    var isBarred = false
}

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
            heights: possibilities.map { $0.detail.isEmpty ? 1 : 2 },
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
        of possibility: Possibility,
        number: Int,
        isAtKeys: Bool,
        _ frame: ScreenFrame
    ) -> [ScreenLine] {
        let mark = (isAtKeys ? "> " : "  ") + (possibility.isSelected ? "* " : "  ")
        let key = possibility.isBarred ? "–" : number <= 9 ? "\(number)" : " "
        let text = ScreenLine.justified(
            "\(mark)\(key) \(possibility.text)",
            possibility.amount,
            cells: frame.inside,
            isAtKeys ? .chosen : possibility.isBarred ? .faint : .plain
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
        case .card: cards(of: sheet, choices)
        case .shippingMethod:
            sheet.request.shippingMethods.map { method in
                Possibility(
                    text: method.label,
                    amount: method.amount.price(in: language),
                    detail: method.detail ?? method.arrival?.text(in: language) ?? "",
                    isSelected: method == sheet.shippingMethod
                )
            }
        case .shippingContact, .contact, .billingContact: contacts(of: row, sheet, choices)
        case .couponCode: []
        }
    }

    private func cards(of sheet: PaymentSheet, _ choices: SheetChoices) -> [Possibility] {
        let locked = SheetPhrase.pinLocked.text[language]
        return choices.cards.map { card in
            let isSelected = card.id == sheet.card.id
            return Possibility(
                text: card.method.displayName ?? "",
                amount: card.method.type.title?[language] ?? "",
                detail: isSelected && sheet.isCardLockedOut ? locked : "",
                isSelected: isSelected
            )
        }
            + choices.barred.map { card in
                Possibility(
                    text: card.method.displayName ?? "",
                    amount: card.method.type.title?[language] ?? "",
                    detail: card.obstacle.text[language],
                    isBarred: true
                )
            }
    }

    private func contacts(
        of row: SheetRow,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> [Possibility] {
        let current = choices.placeOfContact(of: row, on: sheet)
        let new: SheetPhrase = row == .contact ? .newContact : .newAddress
        return choices.contacts.enumerated()
            .map { place, contact in
                let lines = contact.lines(for: row)
                return Possibility(
                    text: lines.first,
                    detail: lines.second,
                    isSelected: place == current
                )
            } + [Possibility(text: "\(new.text[language])…")]
    }
}
