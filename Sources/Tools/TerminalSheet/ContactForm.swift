internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

/// A form for editing a contact, field by field.
///
/// It has the fields that the merchant requests, and no others. Everything that is not edited
/// stays the same, including parts that no field can show.
struct ContactForm: Hashable, Sendable {
    /// A field and its text.
    struct Entry: Hashable, Sendable {
        let field: FormField
        let original: String
        var text: TextField

        var isChanged: Bool { text.text != original }
    }

    let row: SheetRow
    /// The index of the contact among the choices; nil for one that is not among them.
    let place: Int?
    /// Whether the form was opened from the list of contacts.
    let isFromList: Bool
    /// Whether the contact is read-only.
    let isFixed: Bool
    let language: Language
    private let original: Contact
    private let required: Set<ContactField>
    private(set) var entries: [Entry]
    /// The index of the field with the focus.
    private(set) var focus = 0
    /// Whether the shopper has tried to finish, so that missing fields are shown.
    private(set) var isJudged = false

    /// Creates a form with the current values; nil if the row has nothing to edit.
    init?(
        _ row: SheetRow,
        of sheet: PaymentSheet,
        contact: Contact?,
        place: Int?,
        isFromList: Bool,
        in language: Language
    ) {
        let request = sheet.request.request
        let contact = contact ?? Contact()
        let errors = row.errors(of: sheet).map(\.place)
        let fields = FormField.all(row.fields(of: request), contact, errors, in: language)
        guard !fields.isEmpty else { return nil }
        self.row = row
        self.place = place
        self.isFromList = isFromList
        self.language = language
        isFixed = !row.isOpen(of: sheet)
        required =
            row == .billingContact
            ? request.requiredBillingContactFields : request.requiredShippingContactFields
        original = contact
        entries = fields.map { field in
            let text = TextField(field.text(of: contact, in: language))
            return Entry(field: field, original: text.text, text: text)
        }
        focus = errors.compactMap { entryMeant(by: $0) }.first ?? 0
    }

    /// The index of the field that an error is about; nil if it is about several or none.
    func entryMeant(by place: PaymentError.Place) -> Int? {
        entries.firstIndex { $0.field.isMeant(by: place) }
    }

    /// Whether a field was changed in which the merchant found an error.
    func isChanged(at place: PaymentError.Place) -> Bool {
        entries.contains { entry in
            guard entry.isChanged else { return false }
            if case .field(.postalAddress) = place, case .address = entry.field { return true }
            return place == .anywhere || entry.field.isMeant(by: place)
        }
    }

    /// Handles the keys of the field; the screen handles the others.
    mutating func take(_ key: Key) {
        switch key {
        case .up, .backTab: move(to: focus - 1)
        case .down, .tab: move(to: focus + 1)
        default: if !isFixed { entries[focus].text.take(key) }
        }
    }

    private mutating func move(to place: Int) {
        complete()
        if entries.indices.contains(place) { focus = place }
    }

    /// Completes the name of a country from its prefix.
    private mutating func complete() {
        guard let name = completion else { return }
        entries[focus].text = TextField(name)
    }

    /// The name of the country with this prefix; nil if nothing is left to complete.
    var completion: String? {
        let entry = entries[focus]
        guard entry.field == .address(.country), entry.isChanged,
            let country = Country(namedLike: entry.text.text.trimmed, in: language),
            country.name[language] != entry.text.text
        else { return nil }
        return country.name[language]
    }

    /// The edited contact; nil if a field must be corrected first, which then gets the focus.
    mutating func done() -> Contact? {
        complete()
        isJudged = true
        if let wrong = entries.indices.first(where: { problem(at: $0) != nil }) {
            focus = wrong
            return nil
        }
        return written(into: original)
    }

    /// A contact with the changes.
    func written(into original: Contact) -> Contact {
        var contact = original
        for entry in entries where entry.isChanged {
            entry.field.write(entry.text.text.trimmed, into: &contact, language)
        }
        if contact.name == PersonName() { contact.name = nil }
        return contact
    }

    /// The problem of a field's text, found before it is sent to the merchant.
    func problem(at place: Int) -> WritingProblem? {
        let entry = entries[place]
        let text = entry.text.text.trimmed
        if text.isEmpty { return mustBeWritten(entry.field) ? .empty : nil }
        guard entry.isChanged else { return nil }
        switch entry.field {
        case .emailAddress: return Self.isEmailAddress(text) ? nil : .emailAddressIncomplete
        case .phoneNumber:
            return text.contains(where: \.isWholeNumber) ? nil : .phoneNumberIncomplete
        case .address(.country):
            return Country(namedLike: text, in: language) == nil ? .countryUnknown : nil
        case .name, .address: return nil
        }
    }

    /// One part of a name is enough, and not every country has states or postal codes.
    private func mustBeWritten(_ field: FormField) -> Bool {
        switch field {
        case .name(.family), .name(.given):
            required.contains(.name) && isFirst(field) && !isAnyWritten([.family, .given])
        case .name(.phoneticFamily), .name(.phoneticGiven):
            isFirst(field) && !isAnyWritten([.phoneticFamily, .phoneticGiven])
        case .address(.street), .address(.city), .address(.country): true
        case .address: false
        case .emailAddress, .phoneNumber: true
        }
    }

    private func isFirst(_ field: FormField) -> Bool {
        let parts: [NamePart] =
            field == .name(.family) || field == .name(.given)
            ? [.family, .given] : [.phoneticFamily, .phoneticGiven]
        return entries.first { entry in parts.contains { entry.field == .name($0) } }?.field
            == field
    }

    private func isAnyWritten(_ parts: [NamePart]) -> Bool {
        entries.contains { entry in
            parts.contains { entry.field == .name($0) } && !entry.text.text.trimmed.isEmpty
        }
    }

    private static func isEmailAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.contains(where: \.isWhitespace)
    }
}

extension FormField {
    /// The fields for the requested parts of a contact, in the order of a language.
    ///
    /// The rarer parts of an address have a field if they have a value or an error.
    fileprivate static func all(
        _ asked: Set<ContactField>,
        _ contact: Contact,
        _ errors: [PaymentError.Place],
        in language: Language
    ) -> [FormField] {
        var fields: [FormField] = []
        let isFamilyFirst = language == .chinese
        let names: [NamePart] = isFamilyFirst ? [.family, .given] : [.given, .family]
        let sounds: [NamePart] =
            isFamilyFirst ? [.phoneticFamily, .phoneticGiven] : [.phoneticGiven, .phoneticFamily]
        if asked.contains(.name) { fields += names.map { .name($0) } }
        if asked.contains(.phoneticName) { fields += sounds.map { .name($0) } }
        if asked.contains(.postalAddress) {
            let parts: [PostalAddress.Part] = [
                .street, .subLocality, .city, .subAdministrativeArea, .state, .postalCode, .country,
            ]
            let eastern: [PostalAddress.Part] = [
                .country, .state, .city, .subAdministrativeArea, .subLocality, .street, .postalCode,
            ]
            fields += (language == .chinese ? eastern : parts)
                .filter { part in
                    guard [.subLocality, .subAdministrativeArea].contains(part) else { return true }
                    return contact.postalAddress?[part].isEmpty == false
                        || errors.contains(.addressPart(part))
                }
                .map { .address($0) }
        }
        if asked.contains(.emailAddress) { fields.append(.emailAddress) }
        if asked.contains(.phoneNumber) { fields.append(.phoneNumber) }
        return fields
    }
}

extension String {
    /// The text without leading and trailing spaces.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
