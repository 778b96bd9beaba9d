internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
internal import SheetWording

/// The keys that edit a contact.
extension SheetScreen {
    /// Opens the selected value of a row.
    mutating func edit(_ row: SheetRow, _ sheet: PaymentSheet, _ choices: SheetChoices) {
        let current = row.selected(on: sheet)
        let editor = ContactEditor(
            row,
            of: sheet,
            contact: current,
            place: choices.placeOfContact(of: row, on: sheet),
            isFromList: false,
            in: language
        )
        if let editor { mode = .writing(editor) }
    }

    /// Opens a contact by its index; the index after the last opens an empty one.
    mutating func write(
        _ row: SheetRow,
        at place: Int,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) {
        let isKnown = choices.contacts.indices.contains(place)
        let editor = ContactEditor(
            row,
            of: sheet,
            contact: isKnown ? choices.contacts[place] : nil,
            place: isKnown ? place : nil,
            isFromList: true,
            in: language
        )
        if let editor { mode = .writing(editor) }
    }

    mutating func write(
        _ key: Key,
        _ editor: ContactEditor,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        var editor = editor
        switch key {
        case .escape: leave(editor, choices)
        case .enter:
            if editor.form.isFixed {
                leave(editor, choices)
            } else if editor.done() != nil {
                return take(editor, sheet, choices)
            } else {
                mode = .writing(editor)
            }
        default:
            editor.take(key)
            mode = .writing(editor)
        }
        return nil
    }

    private mutating func leave(_ editor: ContactEditor, _ choices: SheetChoices) {
        mode =
            editor.isFromList
            ? .choosing(editor.form.row, at: editor.place ?? choices.contacts.count) : .browsing
    }

    /// Selects the edited contact, and adds it to the choices.
    private mutating func take(
        _ editor: ContactEditor,
        _ sheet: PaymentSheet,
        _ choices: SheetChoices
    ) -> SheetInput? {
        mode = .browsing
        notice = nil
        let written = choices.taking(editor.form, at: editor.place, before: sheet)
        contacts = written.contacts
        return written.event.map { SheetInput($0, isWritten: written.isWritten) }
    }
}
