public import PaymentRequest
public import PaymentSheet

/// The contact, or its problems, that a form filled in by the shopper gives.
public struct WrittenContact: Hashable, Sendable {
    /// The contacts to choose from, with the edited one.
    public let contacts: [Contact]
    /// The event for the sheet; nil if the row's contact stays the same.
    public let event: PaymentSheet.Event?
    /// Whether a contact was edited, and not only chosen.
    public let isWritten: Bool
}

extension SheetChoices {
    /// Selects the contact of a form, and adds it to the choices.
    ///
    /// - Parameters:
    ///   - form: The form, in which no field has a problem.
    ///   - place: The index of the contact among the choices; nil for a new one.
    ///   - sheet: The sheet.
    /// - Returns: What follows from it.
    public func taking(
        _ form: ContactForm,
        at place: Int?,
        before sheet: PaymentSheet
    ) -> WrittenContact {
        let contact = form.contact
        var known = contacts
        if let place, known.indices.contains(place) {
            known[place] = form.written(into: known[place])
        } else if contact != Contact() {
            known.append(contact)
        }
        let current = form.row.selected(on: sheet)
        let event = event(choosing: contact, for: form.row, before: sheet)
        let isNew = event.map { $0.contact != current } ?? false
        return WrittenContact(
            contacts: known,
            event: isNew ? event : nil,
            isWritten: known != contacts
        )
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
