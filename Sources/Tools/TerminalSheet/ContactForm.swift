internal import PaymentRequest
internal import PaymentSheet
internal import SheetWording

/// A contact that is being written, field by field.
///
/// It has the fields that the merchant asks for, and no others. What nobody touches stays as it
/// was, whether a field can show it or not.
struct ContactForm: Hashable, Sendable {
    /// A field, and what stands in it.
    struct Entry: Hashable, Sendable {
        let field: FormField
        let original: String
        var text: TextField

        var isChanged: Bool { text.text != original }
    }

    let row: SheetRow
    /// Its place among the contacts to choose from; nil for one that is not among them.
    let place: Int?
    /// Whether the list of contacts is what it was opened from.
    let isFromList: Bool
    /// Whether it can be looked at and no more.
    let isFixed: Bool
    let language: Language
    private let original: Contact
    private let required: Set<ContactField>
    private(set) var entries: [Entry]
    /// Which field the hands are at.
    private(set) var focus = 0
    /// Whether somebody has tried to be done, so that what is missing is told.
    private(set) var isJudged = false

    /// A form with what is there; nil where the row has nothing to write.
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

    /// The field that an error is about; nil where it is about several or none.
    func entryMeant(by place: PaymentError.Place) -> Int? {
        entries.firstIndex { $0.field.isMeant(by: place) }
    }

    /// Whether something was changed where the merchant has found something wrong.
    func isChanged(at place: PaymentError.Place) -> Bool {
        entries.contains { entry in
            guard entry.isChanged else { return false }
            if case .field(.postalAddress) = place, case .address = entry.field { return true }
            return place == .anywhere || entry.field.isMeant(by: place)
        }
    }

    /// What the keys at a field do to it; the others are the screen's.
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

    /// A country is written by the beginning of its name.
    private mutating func complete() {
        guard let name = completion else { return }
        entries[focus].text = TextField(name)
    }

    /// What the beginning of a country's name stands for; nil where that is all that there is.
    var completion: String? {
        let entry = entries[focus]
        guard entry.field == .address(.country), entry.isChanged,
            let country = Country(namedLike: entry.text.text.trimmed, in: language),
            country.name[language] != entry.text.text
        else { return nil }
        return country.name[language]
    }

    /// The contact as it is written; nil where something must be put right first, to which the
    /// hands then go.
    mutating func done() -> Contact? {
        complete()
        isJudged = true
        if let wrong = entries.indices.first(where: { problem(at: $0) != nil }) {
            focus = wrong
            return nil
        }
        return written(into: original)
    }

    /// A contact with what was changed.
    func written(into original: Contact) -> Contact {
        var contact = original
        for entry in entries where entry.isChanged {
            entry.field.write(entry.text.text.trimmed, into: &contact, language)
        }
        if contact.name == PersonName() { contact.name = nil }
        return contact
    }

    /// What is wrong with what stands in a field, before any merchant sees it.
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

    /// Of a name one part will do, and not every country has states or postal codes.
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
    /// The fields of a contact of which these parts are asked for, in the order of a language.
    ///
    /// The rarer parts of an address are there where something stands in them, or the merchant
    /// finds something wrong with them.
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
    /// The text without the spaces around it.
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
