internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

/// Keys that write a contact.
extension SheetScreen {
    /// Opens what is chosen in a row.
    mutating func edit(_ row: SheetRow, _ sheet: PaymentSheet, _ choices: SheetChoices) {
        let current = row == .billingContact ? sheet.billingContact : sheet.shippingContact
        let form = ContactForm(
            row,
            of: sheet,
            contact: current,
            place: choices.placeOfContact(of: row, on: sheet),
            isFromList: false,
            in: language
        )
        if let form { mode = .writing(form) }
    }

    /// Opens one of the contacts to choose from, or an empty one behind the last.
    mutating func write(
        _ row: SheetRow,
        at place: Int,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) {
        let isKnown = choices.contacts.indices.contains(place)
        let form = ContactForm(
            row,
            of: sheet,
            contact: isKnown ? choices.contacts[place] : nil,
            place: isKnown ? place : nil,
            isFromList: true,
            in: language
        )
        if let form { mode = .writing(form) }
    }

    mutating func write(
        _ key: Key,
        _ form: ContactForm,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        var form = form
        switch key {
        case .escape: leave(form, choices)
        case .enter:
            if form.isFixed {
                leave(form, choices)
            } else if let contact = form.done() {
                return take(contact, from: form, sheet, choices)
            } else {
                mode = .writing(form)
            }
        default:
            form.take(key)
            mode = .writing(form)
        }
        return nil
    }

    private mutating func leave(_ form: ContactForm, _ choices: SheetChoices) {
        mode =
            form.isFromList
            ? .choosing(form.row, at: form.place ?? choices.contacts.count) : .browsing
    }

    /// The written contact is the chosen one, and one of those to choose from from now on.
    private mutating func take(
        _ contact: Contact,
        from form: ContactForm,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        mode = .browsing
        notice = nil
        var known = choices.contacts
        if let place = form.place, known.indices.contains(place) {
            known[place] = form.written(into: known[place])
        } else if contact != Contact() {
            known.append(contact)
        }
        let isWritten = known != choices.contacts
        contacts = known
        let current = form.row == .billingContact ? sheet.billingContact : sheet.shippingContact
        let event = choices.event(choosing: contact, for: form.row, before: sheet)
        guard let event, event.contact != current else { return nil }
        return SheetInput(event, isWritten: isWritten)
    }
}

extension PaymentSheet.Event {
    /// The contact that was chosen, if one was.
    fileprivate var contact: Contact? {
        switch self {
        case .choseShippingContact(let contact), .choseBillingContact(let contact): contact
        default: nil
        }
    }
}
