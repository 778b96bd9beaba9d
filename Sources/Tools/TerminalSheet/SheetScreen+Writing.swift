internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

/// The keys that edit a contact.
extension SheetScreen {
    /// Opens the selected value of a row.
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

    /// Opens a contact by its index; the index after the last opens an empty one.
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

    /// Selects the edited contact, and adds it to the choices.
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
    /// The selected contact, if there is one.
    fileprivate var contact: Contact? {
        switch self {
        case .choseShippingContact(let contact), .choseBillingContact(let contact): contact
        default: nil
        }
    }
}
