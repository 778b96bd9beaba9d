internal import PaymentRequest
internal import PaymentSheet

extension SheetChoices {
    /// How many possibilities a row has.
    func count(for row: SheetRow, of sheet: PaymentSheet) -> Int {
        switch row {
        case .card: cards.count
        case .shippingMethod: sheet.request.shippingMethods.count
        case .shippingContact, .contact, .billingContact: contacts.count
        case .couponCode: 0
        }
    }

    /// What taking one of a row's possibilities means for the sheet.
    func event(
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
        case .shippingContact:
            return .choseShippingContact(address(of: contacts[place], kept: sheet.shippingContact))
        case .contact:
            let asksForAddress = SheetRow.rows(of: sheet).contains(.shippingContact)
            return .choseShippingContact(
                reach(
                    of: contacts[place],
                    kept: sheet.shippingContact,
                    keepingName: asksForAddress
                )
            )
        case .billingContact: return .choseBillingContact(contacts[place])
        case .couponCode: return nil
        }
    }

    /// Name and address of one contact, with how another is reached.
    private func address(of chosen: Contact, kept: Contact?) -> Contact {
        Contact(
            name: chosen.name,
            postalAddress: chosen.postalAddress,
            emailAddress: kept?.emailAddress ?? chosen.emailAddress,
            phoneNumber: kept?.phoneNumber ?? chosen.phoneNumber
        )
    }

    /// How one contact is reached, with the address of another.
    private func reach(of chosen: Contact, kept: Contact?, keepingName: Bool) -> Contact {
        Contact(
            name: keepingName ? kept?.name ?? chosen.name : chosen.name,
            postalAddress: kept?.postalAddress,
            emailAddress: chosen.emailAddress,
            phoneNumber: chosen.phoneNumber
        )
    }
}
