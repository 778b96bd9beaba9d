internal import Money
public import PaymentRequest
public import PaymentSheet

/// A choice of a row, as it is shown.
public struct SheetChoice: Hashable, Sendable {
    /// Its name.
    public let text: String
    /// The price of a shipping method, or the kind of a card; empty if there is none.
    public let amount: String
    /// An explanation; empty if there is none.
    public let detail: String
    /// Whether it is the current value of the row.
    public let isSelected: Bool
    /// Why it cannot be chosen; nil if it can.
    public let obstacle: String?

    init(
        text: String,
        amount: String = "",
        detail: String = "",
        isSelected: Bool = false,
        obstacle: String? = nil
    ) {
        self.text = text
        self.amount = amount
        self.detail = detail
        self.isSelected = isSelected
        self.obstacle = obstacle
    }
}

extension SheetChoices {
    /// The choices of a row, as they are shown: those that can be chosen, by their index, then those
    /// that cannot.
    public func shown(
        for row: SheetRow,
        of sheet: PaymentSheet,
        in language: Language
    ) -> [SheetChoice] {
        switch row {
        case .card: cards(of: sheet, in: language)
        case .shippingMethod:
            sheet.request.shippingMethods.map { method in
                SheetChoice(
                    text: method.label,
                    amount: method.amount.price(in: language),
                    detail: method.detail ?? method.arrival?.text(in: language) ?? "",
                    isSelected: method == sheet.shippingMethod
                )
            }
        case .shippingContact, .contact, .billingContact: contacts(of: row, sheet)
        case .couponCode: []
        }
    }

    private func cards(of sheet: PaymentSheet, in language: Language) -> [SheetChoice] {
        let locked = SheetPhrase.pinLocked.text[language]
        return cards.map { card in
            let isSelected = card.id == sheet.card.id
            return SheetChoice(
                text: card.method.displayName ?? "",
                amount: card.method.type.title?[language] ?? "",
                detail: isSelected && sheet.isCardLockedOut ? locked : "",
                isSelected: isSelected
            )
        }
            + barred.map { card in
                SheetChoice(
                    text: card.method.displayName ?? "",
                    amount: card.method.type.title?[language] ?? "",
                    obstacle: card.obstacle.text[language]
                )
            }
    }

    private func contacts(of row: SheetRow, _ sheet: PaymentSheet) -> [SheetChoice] {
        let current = placeOfContact(of: row, on: sheet)
        return contacts.enumerated()
            .map { place, contact in
                let lines = contact.lines(for: row)
                return SheetChoice(
                    text: lines.first,
                    detail: lines.second,
                    isSelected: place == current
                )
            }
    }
}

extension SheetRow {
    /// The contact that is selected in the row.
    public func selected(on sheet: PaymentSheet) -> Contact? {
        self == .billingContact ? sheet.billingContact : sheet.shippingContact
    }

    /// The text of the choice of entering a new contact; nil for a row without contacts.
    public func newChoice(in language: Language) -> String? {
        guard isContact else { return nil }
        let phrase: SheetPhrase = self == .contact ? .newContact : .newAddress
        return phrase.text[language]
    }
}
