public import PaymentRequest
public import PaymentSheet

/// A form for editing a contact: its fields and their texts.
///
/// It has the fields that the merchant requests, and no others. Everything that is not edited
/// stays the same, including parts that no field can show.
public struct ContactForm: Hashable, Sendable {
    /// Maximum length of a field's text; a letter may consist of several scalars.
    ///
    /// - Units: Unicode scalars.
    public static let textLimit = 200

    /// A field and its text.
    public struct Entry: Hashable, Sendable {
        /// The field.
        public let field: FormField
        /// Its text before it is edited.
        public let original: String
        /// Its text.
        public fileprivate(set) var text: String

        /// Whether the text was edited.
        public var isChanged: Bool { text != original }
    }

    /// The row whose contact is edited.
    public let row: SheetRow
    /// Whether the contact is read-only.
    public let isFixed: Bool
    /// The language of the names of countries.
    public let language: Language
    private let original: Contact
    private let required: Set<ContactField>
    /// The fields, in the order of the language.
    public private(set) var entries: [Entry]

    /// Creates a form with the current values; nil if the row has nothing to edit.
    public init?(
        _ row: SheetRow,
        of sheet: PaymentSheet,
        contact: Contact?,
        in language: Language
    ) {
        let request = sheet.request.request
        let contact = contact ?? Contact()
        let errors = row.errors(of: sheet).map(\.place)
        let fields = FormField.all(row.fields(of: request), contact, errors, in: language)
        guard !fields.isEmpty else { return nil }
        self.row = row
        self.language = language
        isFixed = !row.isOpen(of: sheet)
        required =
            row == .billingContact
            ? request.shownBillingContactFields : request.requiredShippingContactFields
        original = contact
        entries = fields.map { field in
            let text = field.text(of: contact, in: language).writable
            return Entry(field: field, original: text, text: text)
        }
    }

    /// Sets the text of a field: as much of it as a field takes.
    public mutating func write(_ text: String, at place: Int) {
        guard !isFixed else { return }
        entries[place].text = text.writable.cut(toScalars: Self.textLimit)
    }

    /// The index of the field that an error is about; nil if it is about several or none.
    public func entryMeant(by place: PaymentError.Place) -> Int? {
        entries.firstIndex { $0.field.isMeant(by: place) }
    }

    /// Completes the name of a country from its prefix.
    public mutating func complete(at place: Int) {
        let entry = entries[place]
        guard entry.field == .address(.country), entry.isChanged,
            let country = Country(namedLike: entry.text.trimmed, in: language)
        else { return }
        entries[place].text = country.name[language]
    }

    /// The edited contact.
    public var contact: Contact { written(into: original) }

    /// A contact with the changes.
    public func written(into original: Contact) -> Contact {
        var contact = original
        for entry in entries where entry.isChanged {
            entry.field.write(entry.text.trimmed, into: &contact, language)
        }
        if contact.name == PersonName() { contact.name = nil }
        return contact
    }

    /// The problem of a field's text, found before it is sent to the merchant.
    public func problem(at place: Int) -> WritingProblem? {
        let entry = entries[place]
        let text = entry.text.trimmed
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
            parts.contains { entry.field == .name($0) } && !entry.text.trimmed.isEmpty
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
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }

    /// The text without its last scalars, if it has more than a number of them.
    fileprivate func cut(toScalars count: Int) -> String {
        var text = ""
        text.unicodeScalars.append(contentsOf: unicodeScalars.prefix(count))
        return text
    }
}
