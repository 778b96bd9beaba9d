public import PaymentRequest
public import PaymentSheet

extension SheetChoices {
    /// These choices with the contacts that the shopper has edited, if any.
    public func knowing(_ written: [Contact]?) -> SheetChoices {
        SheetChoices(cards: cards, barred: barred, contacts: written ?? contacts)
    }

    /// The number of choices of a row. For contacts, the last is a new one.
    public func count(for row: SheetRow, of sheet: PaymentSheet) -> Int {
        switch row {
        case .card: cards.count
        case .shippingMethod: sheet.request.shippingMethods.count
        case .shippingContact, .contact, .billingContact: contacts.count + 1
        case .couponCode: 0
        }
    }

    /// The index of the contact that is selected in a row.
    public func placeOfContact(of row: SheetRow, on sheet: PaymentSheet) -> Int? {
        guard let lines = row.selected(on: sheet)?.lines(for: row) else { return nil }
        return contacts.firstIndex { $0.lines(for: row) == lines }
    }

    /// The event of choosing one of a row's choices.
    public func event(
        for place: Int,
        of row: SheetRow,
        before sheet: PaymentSheet
    ) -> PaymentSheet.Event? {
        guard (0..<count(for: row, of: sheet)).contains(place) else { return nil }
        switch row {
        case .card: return .choseCard(cards[place])
        case .shippingMethod:
            return .choseShippingMethod(
                identifier: sheet.request.shippingMethods[place].identifier
            )
        case .shippingContact, .contact, .billingContact:
            guard contacts.indices.contains(place) else { return nil }
            return event(choosing: contacts[place], for: row, before: sheet)
        case .couponCode: return nil
        }
    }

    /// The event of choosing a contact in a row.
    public func event(
        choosing contact: Contact,
        for row: SheetRow,
        before sheet: PaymentSheet
    ) -> PaymentSheet.Event? {
        switch row {
        case .shippingContact:
            return .choseShippingContact(address(of: contact, kept: sheet.shippingContact))
        case .contact:
            let isNamed = row.fields(of: sheet.request.request).contains(.name)
            let hasAddress = SheetRow.rows(of: sheet).contains(.shippingContact)
            return .choseShippingContact(
                reach(
                    of: contact,
                    kept: sheet.shippingContact,
                    keepingName: hasAddress && !isNamed
                )
            )
        case .billingContact: return .choseBillingContact(contact)
        case .card, .shippingMethod, .couponCode: return nil
        }
    }

    /// The name and address of one contact, with the e-mail address and telephone number of
    /// another.
    private func address(of chosen: Contact, kept: Contact?) -> Contact {
        Contact(
            name: chosen.name,
            postalAddress: chosen.postalAddress,
            emailAddress: kept?.emailAddress ?? chosen.emailAddress,
            phoneNumber: kept?.phoneNumber ?? chosen.phoneNumber
        )
    }

    /// The e-mail address and telephone number of one contact, with the address of another.
    private func reach(of chosen: Contact, kept: Contact?, keepingName: Bool) -> Contact {
        Contact(
            name: keepingName ? kept?.name ?? chosen.name : chosen.name,
            postalAddress: kept?.postalAddress,
            emailAddress: chosen.emailAddress,
            phoneNumber: chosen.phoneNumber
        )
    }
}
