internal import PaymentRequest
internal import PaymentSheet
internal import SheetView
internal import SheetWording

/// A contact's form under the keys: which field has the focus, and where its cursor is.
struct ContactEditor: Hashable, Sendable {
    private(set) var form: ContactForm
    /// The index of the contact among the choices; nil for one that is not among them.
    let place: Int?
    /// Whether the form was opened from the list of contacts.
    let isFromList: Bool
    /// The texts of the fields.
    private(set) var texts: [TextField]
    /// The index of the field with the focus.
    private(set) var focus = 0
    /// Whether the shopper has tried to finish, so that missing fields are shown.
    private(set) var isJudged = false

    /// Opens a form with the current values; nil if the row has nothing to edit.
    init?(
        _ row: SheetRow,
        of sheet: PaymentSheet,
        contact: Contact?,
        place: Int?,
        isFromList: Bool,
        in language: Language
    ) {
        let form = ContactForm(row, of: sheet, contact: contact, in: language)
        guard let form else { return nil }
        self.form = form
        self.place = place
        self.isFromList = isFromList
        texts = form.entries.map { TextField($0.text) }
        focus = row.errors(of: sheet).compactMap { form.entryMeant(by: $0.place) }.first ?? 0
    }

    /// Handles the keys of the field; the screen handles the others.
    mutating func take(_ key: Key) {
        switch key {
        case .up, .backTab: move(to: focus - 1)
        case .down, .tab: move(to: focus + 1)
        default:
            guard !form.isFixed else { return }
            texts[focus].take(key)
            form.write(texts[focus].text, at: focus)
        }
    }

    private mutating func move(to place: Int) {
        complete()
        if form.entries.indices.contains(place) { focus = place }
    }

    /// Completes the name of a country from its prefix.
    private mutating func complete() {
        guard let name = completion else { return }
        form.complete(at: focus)
        texts[focus] = TextField(name)
    }

    /// The name of the country with this prefix; nil if nothing is left to complete.
    var completion: String? { form.completion(at: focus) }

    /// The edited contact; nil if a field must be corrected first, which then gets the focus.
    mutating func done() -> Contact? {
        complete()
        isJudged = true
        let wrong = form.entries.indices.first { form.problem(at: $0) != nil }
        if let wrong {
            focus = wrong
            return nil
        }
        return form.contact
    }
}
